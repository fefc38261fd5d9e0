/** A search that takes too long is given up. */

/** Rejects with the signal's reason when it aborts: a search may ignore its signal. */
export function untilAborted<T>(signal: AbortSignal, search: () => Promise<T>): Promise<T> {
  return Promise.race([search(), rejectedBy(signal)]);
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
