/** Delays calls to a service after it failed: 1 s, then twice as long each time, at most 60 s. */
const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

export interface Backoff {
  /** Milliseconds until the next call; 0: now. */
  left(): number;
  failed(): void;
  worked(): void;
}

export function createBackoff(now: () => Date): Backoff {
  let failures = 0;
  let until = 0;
  return {
    left() {
      const ms = until - now().getTime();
      // A longer delay means that the clock was set back.
      return ms > LONGEST_MS ? 0 : Math.max(0, ms);
    },
    failed() {
      until = now().getTime() + Math.min(LONGEST_MS, FIRST_MS * 2 ** failures);
      failures++;
    },
    worked() {
      failures = 0;
      until = 0;
    },
  };
}
