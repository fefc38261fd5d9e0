/**
 * Work begins once nobody else is coming in. Node lets one connection in at each turn of the event loop: where a thousand
 * come at once and each turn works for the one before, all others wait outside until the last of them is served.
 */
import { setImmediate } from "node:timers/promises";

/** Milliseconds: however many come, work goes on. */
const LONGEST_MS = 200;

export interface Door {
  /** Call it for each request. */
  come(): void;
  /** Resolves after a turn of the event loop in which no request came. */
  quiet(): Promise<void>;
}

export function createDoor(): Door {
  let came = 0;
  let pending: Promise<void> | null = null;
  async function untilQuiet(): Promise<void> {
    const until = performance.now() + LONGEST_MS;
    for (let before = -1; before !== came && performance.now() < until; ) {
      before = came;
      await setImmediate();
    }
    pending = null;
  }
  return {
    come: () => void came++,
    quiet: () => (pending ??= untilQuiet()),
  };
}
