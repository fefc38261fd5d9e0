/** Pauses between attempts, and signals that end a wait. */
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

/** Aborts when either does, with its reason. */
export function eitherOf(one: AbortSignal | undefined, other: AbortSignal): AbortSignal {
  if (!one) return other;
  return "any" in AbortSignal ? AbortSignal.any([one, other]) : joined([one, other]);
}

/** Aborts after so many milliseconds. Node 18 may collect an `AbortSignal.timeout` that somebody listens to. */
export function timeoutOf(ms: number): AbortSignal {
  const controller = new AbortController();
  const abort = () => controller.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
  const timer: unknown = setTimeout(abort, ms);
  // Node: a debate that has ended must not keep the process for the rest of the time.
  if (typeof timer === "object") (timer as { unref(): void }).unref();
  return controller.signal;
}

/** For Node 18, which has no `AbortSignal.any`. */
function joined(signals: AbortSignal[]): AbortSignal {
  const either = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) either.abort(signal.reason);
    else signal.addEventListener("abort", () => either.abort(signal.reason), { once: true, signal: either.signal });
  }
  return either.signal;
}
