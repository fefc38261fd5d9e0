/**
 * Numbers from outside: a provider's reply, a list of prices, a header, a search. A number that is not what it must be is
 * not known (null). Nothing is computed with it, since one NaN makes a whole sum unknown.
 */

/** A whole number from 0 that sums keep exact. */
export function countOf(value: unknown): number | null {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) + 0 : null;
}

/** A finite number. */
export function finiteOf(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** A finite number from 0. */
export function amountOf(value: unknown): number | null {
  const number = finiteOf(value);
  return number !== null && number >= 0 ? number : null;
}

/** The largest window of a model today; no call takes or writes as many. */
const MOST_TOKENS = 10_000_000;

/** Tokens of one call. A count that no model could reach is not known. */
export function tokensOf(value: unknown): number | null {
  const count = countOf(value);
  return count !== null && count <= MOST_TOKENS ? count : null;
}

const DIGITS = /^\d{1,9}(\.\d{1,9})?$/;
/** As HTTP writes dates (RFC 9110, 5.6.7), or ISO 8601. Others, such as "-1", are dates to JavaScript only. */
const DATE = /^([A-Z][a-z]{2,8}, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT|\d{4}-\d{2}-\d{2}T[\d:.]+Z)$/;

/** Milliseconds of a wait that is written as a number of units. */
export function waitMsOf(text: string | null | undefined, unitMs: number): number | null {
  const amount = text?.trim() ?? "";
  return DIGITS.test(amount) ? Math.ceil(Number(amount) * unitMs) : null;
}

/** Milliseconds of a `Retry-After`, in seconds or as a date. `now`: milliseconds since the epoch. */
export function retryAfterMsOf(header: string | null | undefined, now: number): number | null {
  const seconds = waitMsOf(header, 1_000);
  if (seconds !== null) return seconds;
  const text = header?.trim() ?? "";
  const at = DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
