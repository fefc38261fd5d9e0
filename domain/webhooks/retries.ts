/** When a delivery that was refused is tried again: 5 s, 10 s, 20 s … up to an hour, for 24 hours (spec §2.5). */
const FIRST = 5;
const DOUBLINGS = 10;
const LONGEST_MS = 3_600_000;
export const WINDOW_MS = 24 * 3_600_000;

/** Milliseconds. `failed` is how often it failed, `askedMs` what the receiver asks for; `baseMs` is the unit, a second unless a test shortens it. */
export function deliveryWaitMs(input: { failed: number; askedMs: number | null; baseMs: number }): number {
  const { failed, askedMs, baseMs } = input;
  const own = Math.min(LONGEST_MS, FIRST * baseMs * 2 ** Math.min(DOUBLINGS, failed - 1));
  return Math.min(WINDOW_MS, Math.max(own, askedMs ?? 0));
}

/** `Retry-After` in milliseconds: seconds, or a date. null when it says nothing that can be read. */
export function retryAfterMs(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
