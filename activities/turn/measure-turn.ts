/**
 * Whether a turn repeats earlier ones. Its words are compared before it is stored; its meaning afterwards, because an
 * embedding model takes a while and what was bought must not be lost. A turn stays without a measurement that fails.
 */
import { log } from "@temporalio/activity";
import { isUncompared, UNCOMPARED } from "../../domain/judge/signals/meaning.ts";
import { isMeasurable } from "../../domain/judge/signals/measurable.ts";
import { createRepetition, type RepetitionRules } from "../../domain/judge/signals/repetition.signal.ts";
import { visibleTurns } from "../../domain/prompts/parts/transcript.prompt-part.ts";
import { FORMATS_BY_NAME } from "../../domain/rules/formats/registry.format.ts";
import type { DebateConfig } from "../../domain/shapes/plan/config.plan.ts";
import type { Turn } from "../../domain/shapes/schemas/turn.schema.ts";
import type { TurnSpec } from "../../domain/shapes/state/steps.ts";
import { instrumentsOf } from "../acts/instruments.activity.ts";
import type { ActivityDeps } from "../base/deps.ts";
import { nameOf } from "../base/own-fault.activity-base.ts";
import type { Act } from "../calls/attempt.ts";
import type { ComposedTurn } from "./compose-turn.ts";

export interface Measuring {
  act: Pick<Act, "debate" | "signal">;
  /** What its speaker was shown. */
  call: Pick<ComposedTurn, "config" | "turns">;
  spec: TurnSpec;
  turn: Turn;
}

/** Milliseconds that the debate waits for the meaning of a turn. */
const LONGEST_MS = 5_000;

/** The turn with what its words repeat. */
export function measuredByWords(deps: ActivityDeps, measuring: Measuring): Turn {
  const { turn, call, act } = measuring;
  const measured = attempted(turn, () => {
    if (!isMeasurable(turn)) return turn;
    const found = repetitionOf(measuring, instrumentsOf(deps, act).repetition);
    const waits = deps.turnVectors && found === null && !isAssessed(call.config) && earlierTurns(measuring).length > 0;
    const embedding = waits && { embedding: { model: deps.turnVectors?.model ?? "", failure: UNCOMPARED } };
    return { ...turn, repetition: found, ...embedding };
  });
  return measured ?? turn;
}

/** The turn with what it repeats in other words, where that is still open. */
export async function measuredByMeaning(deps: ActivityDeps, measuring: Measuring): Promise<Turn> {
  const { turn, act } = measuring;
  if (!isUncompared(turn)) return turn;
  const instruments = instrumentsOf(deps, { ...act, longestMs: LONGEST_MS });
  const { likeness, embedding } = await instruments.similarityOf([...earlierTurns(measuring), turn]);
  const rules = { ...instruments.repetition, likeness };
  const found = likeness ? attempted(turn, () => repetitionOf(measuring, rules)) : undefined;
  return { ...turn, ...(found && { repetition: found }), ...(embedding && { embedding }) };
}

function repetitionOf(measuring: Measuring, rules: Omit<RepetitionRules, "turns" | "mode">): Turn["repetition"] {
  const { turn, call } = measuring;
  const turns = [...earlierTurns(measuring), turn];
  const found = createRepetition({ turns, mode: call.config.mode, ...rules })(turn);
  if (!found) return null;
  const { turnId: _own, ...repetition } = found;
  return repetition;
}

function earlierTurns({ call, spec }: Measuring): Turn[] {
  return visibleTurns(call.turns, spec.sees).filter(isMeasurable);
}

/** The judge's assessment compares the meaning of its round, while the judge is asked. */
function isAssessed({ format, judging }: DebateConfig): boolean {
  return FORMATS_BY_NAME[format].protocol === "judged" && judging === "every-round";
}

function attempted<T>({ id }: Turn, measure: () => T): T | undefined {
  try {
    return measure();
  } catch (error) {
    // An error's message may contain a piece of the text.
    log.warn("a turn's repetition could not be measured", { turnId: id, error: nameOf(error) });
    return undefined;
  }
}
