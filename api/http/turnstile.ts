/** Lets many that wake at the same moment go on a few at a time, so that other requests can run in between. */
import { setImmediate } from "node:timers/promises";

/** Those that go on together: each writes an answer, so this is some milliseconds. */
const AT_ONCE = 8;

/** Returns a function that resolves when it is its caller's turn: at once where nobody else wakes. */
export function createTurnstile(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  let isOpen = false;
  async function letThrough(): Promise<void> {
    isOpen = true;
    while (waiting.length > 0) {
      for (const go of waiting.splice(0, AT_ONCE)) go();
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
