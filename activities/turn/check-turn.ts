/** Checks what a stored turn cites. A check that fails leaves the turn as it is: unchecked, and saying so. */

import { log } from "@temporalio/activity";
import { checkCitations } from "../../domain/citations/citations.ts";
import { visibleTurns } from "../../domain/prompts/transcript.ts";
import { TURNS } from "../../domain/records/kinds.ts";
import type { Citation, Turn } from "../../domain/schemas/turn.ts";
import type { TurnSpec } from "../../domain/steps.ts";
import { type Act, untilStored } from "../acts/attempt.ts";
import type { ActivityDeps } from "../deps.ts";
import type { ComposedTurn } from "./compose-turn.ts";

interface Checking {
  act: Pick<Act, "debate" | "signal">;
  /** What its speaker was shown. */
  call: ComposedTurn;
  spec: TurnSpec;
  turn: Turn;
}

/** Whether the attempt before this one ended between storing the turn and checking it. A check is tried twice at most. */
export function isOwed(turn: Turn, { attempt }: Pick<Act, "attempt">): boolean {
  return turn.citationsChecked === false && turn.attempt === attempt - 1;
}

/** The turn with its citations, stored; the same turn when it cannot be checked. */
export async function checked({ store }: Pick<ActivityDeps, "store">, checking: Checking): Promise<Turn> {
  const { act, turn } = checking;
  const { citationsChecked, ...rest } = turn;
  const citations = citationsChecked === false ? attempted(checking) : null;
  if (!citations) return turn;
  const whole = { ...rest, ...(citations.length > 0 && { citations }) };
  return (await untilStored(act.signal, () => store.records.replace(act.debate, TURNS, whole))) ?? turn;
}

function attempted(checking: Checking): Citation[] | null {
  try {
    return citationsOf(checking);
  } catch (error) {
    log.warn("the citations of a turn could not be checked", { turnId: checking.turn.id, error: nameOf(error) });
    return null;
  }
}

/** An error's message may hold a piece of the text. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "unknown";
}

function citationsOf({ call, spec, turn }: Checking): Citation[] | null {
  const { config, turns } = call;
  const { topic, context = "", exhibits = [], participants, clarified = [] } = config;
  const answers = clarified.flatMap(({ text, answer }) => [text, answer ?? ""]);
  return checkCitations({
    text: turn.text,
    participantId: turn.participantId,
    exhibits,
    turns: visibleTurns(turns, spec.sees),
    given: [topic, context, ...answers, ...participants.map((p) => p.position)],
  });
}
