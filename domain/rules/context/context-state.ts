/** Context windows in a debate's state: references and numbers, never texts. */

import type { Room } from "../../shapes/context/room.shape.ts";
import { addSpend, NO_SPEND } from "../../shapes/state/costs.state.ts";
import type { ContextState, ContextWarning, DebateState, Spend } from "../../shapes/state/state.ts";
import { FULL, TIGHT } from "./thresholds.ts";

export const NO_CONTEXT: ContextState = { asked: 0, failures: 0, failedIn: 0, warned: {}, spent: [], forced: {} };

/** After this many failed summaries a debate requests none; until then it retries in the next round. */
const MOST_FAILURES = 3;

/** The reader: a participant, or the judge. No participant can have this id. */
export function readerKey(participantId: string | null | undefined): string {
  return participantId ?? "_judge";
}

/** True unless the last summary failed in this round, or too many failed. */
export function canSummarize({ context = NO_CONTEXT, round }: DebateState): boolean {
  return context.failures < MOST_FAILURES && (context.failures === 0 || context.failedIn !== round);
}

/** The passed threshold in percent; 0: none. */
export function levelOf(use: number): 0 | 80 | 90 {
  return use > FULL ? 90 : use > TIGHT ? 80 : 0;
}

/** True the first time this reader passes the threshold since the last summary. */
export function isNews({ context = NO_CONTEXT }: DebateState, reader: string, use: number): boolean {
  return levelOf(use) > (context.warned[reader] ?? 0);
}

export function withContext(state: DebateState, change: (context: ContextState) => ContextState): DebateState {
  return { ...state, context: change(state.context ?? NO_CONTEXT) };
}

/** Of `context.warning`. */
interface Warning {
  participantId: string | null;
  use: number;
  strategy: string;
  capacity: number;
  forced?: true;
}

export function warned(context: ContextState, data: Warning): ContextState {
  const reader = readerKey(data.participantId);
  const seen = { ...context, warned: { ...context.warned, [reader]: levelOf(data.use) } };
  if (!data.forced) return seen;
  const times = (context.forced[reader]?.times ?? 0) + 1;
  const strategy = data.strategy === "summarize" ? ("summarize" as const) : ("truncate" as const);
  return { ...seen, forced: { ...context.forced, [reader]: { strategy, capacity: data.capacity, times } } };
}

/** A prompt that was shortened because it did not fit is recorded as a decision or a policy: the owner knows of it. */
export function withContextWarning(state: DebateState, { participantId, round, use, forced }: NewWarning): DebateState {
  if (forced) return state;
  const level = levelOf(use);
  const isOlder = (w: ContextWarning) => w.participantId === participantId && levelOf(w.use) === level;
  const others = (state.contextWarnings ?? []).filter((warning) => !isOlder(warning));
  const id = `${readerKey(participantId)}-${level}-r${round}`;
  const warning: ContextWarning = { id, participantId, round, use, acknowledged: false };
  // The log may have simultaneous warnings in another order than the workflow received them.
  return { ...state, contextWarnings: [...others, warning].toSorted((a, b) => (a.id < b.id ? -1 : 1)) };
}

type NewWarning = Pick<Warning, "participantId" | "use" | "forced"> & { round: number };

/** Adds what a summary for all readers has cost. */
export function charged(context: ContextState, model: string, spend: Spend): ContextState {
  const before = context.spent.find((part) => part.model === model)?.spend ?? NO_SPEND;
  const others = context.spent.filter((part) => part.model !== model);
  return { ...context, spent: [...others, { model, spend: addSpend(before, spend) }] };
}

/** Share of a refused prompt's tokens for the next attempt. */
const SQUEEZE = 0.7;
/** How often one reader's prompts are shortened before the owner is asked. */
const MOST_SQUEEZES = 3;

/** Capacity for the next prompt; null if nothing is left to try. */
export function squeezed({ context = NO_CONTEXT }: DebateState, reader: string, room: Room): number | null {
  const times = context.forced[reader]?.times ?? 0;
  if (!room.refused) return times === 0 ? room.capacity : null;
  return times < MOST_SQUEEZES ? Math.floor(room.tokens * SQUEEZE) : null;
}
