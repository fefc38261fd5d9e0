// @ts-check
/**
 * What had been spent after each call, against the limits. Pure.
 *
 * @typedef {{ at: number, usd: number, tokens: number }} Spent Since the debate began, or since its last reset. Milliseconds.
 */
import { callsIn } from "./calls.js";

/**
 * Calls of unknown price add no money.
 *
 * @param {import("../story.js").Entry[]} entries
 * @returns {{ start: number, spent: Spent[] }} `start`: when the first call began.
 */
export function spentOver(entries) {
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
