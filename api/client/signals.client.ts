/** Signals that end a wait. */

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
