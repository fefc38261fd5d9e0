/**
 * Checks what a stored turn cites, and whether it repeats another in meaning. A check that fails leaves the turn as it
 * is: unchecked, and saying so.
 */

import { log } from "@temporalio/activity";
import { isUncompared } from "../../domain/judge/signals/meaning.ts";
import { generationIn } from "../../domain/play/records/keys.record.ts";
import { TURNS } from "../../domain/play/records/kinds.record.ts";
import { visibleTurns } from "../../domain/prompts/parts/transcript.prompt-part.ts";
import { checkCitations } from "../../domain/rules/citations/citations.ts";
import { allExhibits, foundBy } from "../../domain/rules/exhibits/found.ts";
import type { Citation, Turn } from "../../domain/shapes/schemas/turn.schema.ts";
import type { Store } from "../../store/port/store.ts";
import { listFound } from "../../store/records/combined.ts";
import type { ActivityDeps } from "../base/deps.ts";
import { isOwnFault, nameOf } from "../base/own-fault.activity-base.ts";
import { type Act, untilStored } from "../calls/attempt.ts";
import { type Measuring, measuredByMeaning } from "./measure-turn.ts";

export function isUnchecked(turn: Turn): boolean {
  return turn.citationsChecked === false || isUncompared(turn);
}

/** Whether the attempt before this one ended between storing the turn and checking it. A check is tried twice at most. */
export function isOwed(turn: Turn, { attempt }: Pick<Act, "attempt">): boolean {
  return isUnchecked(turn) && turn.attempt === attempt - 1;
}

/** The turn with what was found in it, stored; the same turn when it cannot be checked. */
export async function checked(deps: ActivityDeps, checking: Measuring): Promise<Turn> {
  const { act, turn } = checking;
  try {
    const whole = await measuredByMeaning(deps, { ...checking, turn: await cited(deps, checking) });
    if (whole === turn) return turn;
    return (await untilStored(act.signal, () => deps.store.records.replace(act.debate, TURNS, whole))) ?? turn;
  } catch (error) {
    if (act.signal.aborted || !isOwnFault(error)) throw error;
    log.warn("a turn could not be checked", { turnId: turn.id, error: nameOf(error) });
    return turn;
  }
}

async function cited({ store }: ActivityDeps, checking: Measuring): Promise<Turn> {
  const { citationsChecked, ...rest } = checking.turn;
  const citations = citationsChecked === false ? await attempted(store, checking) : null;
  return citations ? { ...rest, ...(citations.length > 0 && { citations }) } : checking.turn;
}

async function attempted({ records }: Store, checking: Measuring): Promise<Citation[] | null> {
  const { call, spec, turn, act } = checking;
  try {
    const { config } = call;
    const all = await listFound(records, { debate: act.debate, config, generation: generationIn(turn.id) ?? 1 });
    const found = foundBy([...visibleTurns(call.turns, spec.sees), turn], all);
    return citationsOf({ ...checking, call: { ...call, config: { ...config, found } } });
  } catch (error) {
    log.warn("the citations of a turn could not be checked", { turnId: checking.turn.id, error: nameOf(error) });
    return null;
  }
}

function citationsOf({ call, spec, turn }: Measuring): Citation[] | null {
  const { config, turns } = call;
  const { topic, context = "", participants, clarified = [] } = config;
  const answers = clarified.flatMap(({ text, answer }) => [text, answer ?? ""]);
  return checkCitations({
    text: turn.text,
    participantId: turn.participantId,
    exhibits: allExhibits(config),
    turns: visibleTurns(turns, spec.sees),
    given: [topic, context, ...answers, ...participants.map((p) => p.position)],
  });
}
