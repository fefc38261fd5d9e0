/**
 * Retries of refused deliveries: after 5 s, 10 s, 20 s … up to an hour, for 24 hours (docs/design/api.md#25-webhooks).
 */
const FIRST = 5;
const DOUBLINGS = 10;
const LONGEST_MS = 3_600_000;
export const WINDOW_MS = 24 * 3_600_000;

/**
 * Milliseconds. `failed`: failures so far; `askedMs`: the receiver's `Retry-After`; `baseMs`: the unit, one second
 * unless a test shortens it.
 */
export function deliveryWaitMs(input: { failed: number; askedMs: number | null; baseMs: number }): number {
  const { failed, askedMs, baseMs } = input;
  const own = Math.min(LONGEST_MS, FIRST * baseMs * 2 ** Math.min(DOUBLINGS, failed - 1));
  return Math.min(WINDOW_MS, Math.max(own, askedMs ?? 0));
}
