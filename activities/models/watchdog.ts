/**
 * Time limits of one call. The SDKs' timers end with the response's headers, so a stream could hang forever. Aborted
 * streams end silently, so the caller asks for the reason.
 */
export interface Watchdog {
  /** Aborts with the caller's signal and with both timers. */
  readonly signal: AbortSignal;
  /** The stream sent something. */
  touch(): void;
  /** The exceeded limit; null if none. */
  expired(): "total" | "silence" | null;
  stop(): void;
}

export function createWatchdog(limits: { signal: AbortSignal; timeoutMs: number; silenceMs: number }): Watchdog {
  const controller = new AbortController();
  let expired: "total" | "silence" | null = null;
  const expire = (limit: "total" | "silence") => {
    if (controller.signal.aborted) return;
    expired = limit;
    controller.abort();
  };
  const follow = () => controller.abort(limits.signal.reason);
  const total = setTimeout(() => expire("total"), limits.timeoutMs);
  const silence = setTimeout(() => expire("silence"), limits.silenceMs);
  limits.signal.addEventListener("abort", follow, { once: true });
  if (limits.signal.aborted) follow();
  return {
    signal: controller.signal,
    touch: () => {
      if (!controller.signal.aborted) silence.refresh();
    },
    expired: () => expired,
    stop: () => {
      clearTimeout(total);
      clearTimeout(silence);
      limits.signal.removeEventListener("abort", follow);
    },
  };
}
