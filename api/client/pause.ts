/** Pauses between attempts. */
import type { ParleyProblem } from "./problem.ts";

/** Milliseconds. */
const LONGEST_BACKOFF = 30_000;
const LONGEST_RETRY_AFTER = 120_000;

/**
 * Milliseconds before attempt `failures` + 1: the server's `Retry-After`, else `firstMs` doubled with each failure, at most
 * 30 s, plus up to a quarter at random, so that many clients do not return at once.
 */
export function pauseMs(input: { failures: number; firstMs: number; problem?: ParleyProblem | null }): number {
  const asked = input.problem?.retryAfter ?? null;
  if (asked !== null) return Math.min(LONGEST_RETRY_AFTER, asked * 1000);
  const doubled = Math.min(LONGEST_BACKOFF, input.firstMs * 2 ** Math.max(0, input.failures - 1));
  return doubled * (1 + Math.random() / 4);
}

/** Rejects with the signal's reason when it aborts. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      if (signal?.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
  });
}
