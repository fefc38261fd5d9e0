/** Spending after each call. Pure. */
import type { Entry } from "../live/story.live.ts";
import { callsIn } from "./calls.figure.ts";

/** Since the debate began, or since its last reset. Milliseconds. */
export interface Spent {
  at: number;
  usd: number;
  tokens: number;
}

/** Calls of unknown price add no money. `start`: when the first call began. */
export function spentOver(entries: Entry[]): { start: number; spent: Spent[] } {
  const calls = callsIn(entries);
  const ended = calls
    .flatMap(({ to, usd, tokens }) => (to === null || (usd === null && tokens === 0) ? [] : [{ at: to, usd, tokens }]))
    .toSorted((a, b) => a.at - b.at);
  const sum = { usd: 0, tokens: 0 };
  const spent = ended.map(({ at, usd, tokens }) => {
    sum.usd += usd ?? 0;
    sum.tokens += tokens;
    return { at, ...sum };
  });
  return { start: calls[0]?.from ?? 0, spent };
}
