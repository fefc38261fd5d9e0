/** Lets many that wake at the same moment go on a few at a time, so that other requests can run in between. */
import { setImmediate } from "node:timers/promises";

/** Returns a function that resolves when it is its caller's turn: at once where nobody waits. `atOnce` go on together. */
export function createTurnstile(atOnce: number): () => Promise<void> {
  const waiting: (() => void)[] = [];
  let isOpen = false;
  async function letThrough(): Promise<void> {
    isOpen = true;
    while (waiting.length > 0) {
      for (const go of waiting.splice(0, atOnce)) go();
      await setImmediate();
    }
    isOpen = false;
  }
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (!isOpen) void letThrough();
    });
}
