/** Reads that outlast a store that is away for a while. */
import { setTimeout as sleep } from "node:timers/promises";
import { isPassing } from "../base/faults.store.ts";

/** Milliseconds; each wait is twice the one before. */
const WAIT = { first: 100, longest: 2000 } as const;

/** Tries again for as long as the fault is a passing one. null at once when aborted; other faults are thrown. */
export async function persist<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T | null> {
  for (let wait: number = WAIT.first; !signal.aborted; wait = Math.min(WAIT.longest, wait * 2)) {
    try {
      return await untilAborted(work(), signal);
    } catch (error) {
      if (!isPassing(error)) throw error;
      await sleep(wait, undefined, { signal }).catch(() => undefined);
    }
  }
  return null;
}

async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const stop = () => resolve(null);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
