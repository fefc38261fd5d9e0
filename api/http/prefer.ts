/** `Prefer: wait=N` (RFC 7240). */
const LONGEST_WAIT = 60;

/** Seconds to wait before the response, at most 60; 0 without a valid preference. */
export function preferredWait(prefer: string | undefined): number {
  const wait = /(?:^|,)\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:,|;|$)/i.exec(prefer ?? "")?.[1];
  return Math.min(LONGEST_WAIT, Number(wait ?? 0));
}
