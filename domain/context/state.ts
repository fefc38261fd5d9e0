/** What a debate's state knows of its readers' context windows: references and numbers, never a text. Pure. */
import { addSpend, NO_SPEND, spendOf } from "../costs.ts";
import type { ContextState, DebateState, Spend } from "../debate-state.ts";
import type { DraftEvent, EventPayloads } from "../events.ts";
import { isContextSummaryId } from "../protocols/ids.ts";
import { FULL, TIGHT } from "./thresholds.ts";

export const NO_CONTEXT: ContextState = { asked: 0, failures: 0, failedIn: 0, warned: {}, spent: [], forced: {} };

/** After so many failed summaries a debate asks for none any more; until then it tries again in the next round. */
const MOST_FAILURES = 3;

/** Who reads: a participant, or the judge. No participant can have this id. */
export function readerKey(participantId: string | null | undefined): string {
  return participantId ?? "_judge";
}

/** The last summary did not fail in this round, nor too many in all. */
export function canSummarize({ context = NO_CONTEXT, round }: DebateState): boolean {
  return context.failures < MOST_FAILURES && (context.failures === 0 || context.failedIn !== round);
}

/** Which threshold a share of the capacity has passed, in percent; 0: none. */
export function levelOf(use: number): 0 | 80 | 90 {
  return use > FULL ? 90 : use > TIGHT ? 80 : 0;
}

/** Passed by this reader for the first time since the last summary. */
export function isNews({ context = NO_CONTEXT }: DebateState, reader: string, use: number): boolean {
  return levelOf(use) > (context.warned[reader] ?? 0);
}

export function reduceContext(state: DebateState, event: DraftEvent): DebateState {
  switch (event.type) {
    case "context.warning":
      return withContext(state, (context) => warned(context, event.data));
    case "context.summarized": {
      const { summary } = event.data;
      if (!summary.until) return state;
      const { id, round, until, model } = summary;
      return withContext(state, (context) => ({
        ...charged(context, model, spendOf(summary)),
        asked: context.asked + 1,
        warned: {},
        summary: { id, round, until },
      }));
    }
    case "judge.failed": {
      const { model } = event.data;
      return model === undefined ? state : withContext(state, (c) => charged(c, model, spendOf(event.data)));
    }
    case "act.skipped":
      if (!isContextSummaryId(event.data.actId)) return state;
      return withContext(state, (context) => ({
        ...context,
        asked: context.asked + 1,
        failures: context.failures + 1,
        failedIn: event.data.round,
      }));
    default:
      return state;
  }
}

function withContext(state: DebateState, change: (context: ContextState) => ContextState): DebateState {
  return { ...state, context: change(state.context ?? NO_CONTEXT) };
}

function warned(context: ContextState, data: EventPayloads["context.warning"]): ContextState {
  const reader = readerKey(data.participantId);
  const seen = { ...context, warned: { ...context.warned, [reader]: levelOf(data.use) } };
  if (!data.forced) return seen;
  const times = (context.forced[reader]?.times ?? 0) + 1;
  const strategy = data.strategy === "summarize" ? ("summarize" as const) : ("truncate" as const);
  return { ...seen, forced: { ...context.forced, [reader]: { strategy, capacity: data.capacity, times } } };
}

function charged(context: ContextState, model: string, spend: Spend): ContextState {
  const before = context.spent.find((part) => part.model === model)?.spend ?? NO_SPEND;
  const others = context.spent.filter((part) => part.model !== model);
  return { ...context, spent: [...others, { model, spend: addSpend(before, spend) }] };
}

/** What a call may be given after it did not fit, at most: its model has refused so many tokens. */
const SQUEEZE = 0.7;
/** How often the same reader's prompts are made shorter before its owner is asked. */
const MOST_SQUEEZES = 3;

/** How long a prompt was that did not fit. `capacity` null: the window is not known. */
export interface Room {
  tokens: number;
  capacity: number | null;
  /** The provider said so; else it was found before any call. */
  refused: boolean;
}

/** The tokens that the next prompt may have; null when there is nothing left to try. */
export function squeezed({ context = NO_CONTEXT }: DebateState, reader: string, room: Room): number | null {
  const times = context.forced[reader]?.times ?? 0;
  if (!room.refused) return times === 0 ? room.capacity : null;
  return times < MOST_SQUEEZES ? Math.floor(room.tokens * SQUEEZE) : null;
}
