/**
 * Work begins once nobody else is coming in. Node lets one connection in at each turn of the event loop: where a thousand
 * come at once and each turn works for the one before, all others wait outside until the last of them is served.
 */

import { setImmediate } from "node:timers/promises";
import type { Door } from "../base/services.ts";

/** Milliseconds: however many come, something begins. */
const LONGEST_MS = 50;
/** What begins together in a quiet turn. */
const AT_ONCE = 8;

/** `longestMs`: after so many milliseconds one begins although others come. */
export function createDoor({ longestMs = LONGEST_MS } = {}): Door {
  const known = new WeakSet<object>();
  const waiting: (() => void)[] = [];
  let [came, isWatching] = [0, false];

  const begin = (most: number) => {
    for (const go of waiting.splice(0, most)) go();
  };

  async function watch(): Promise<void> {
    isWatching = true;
    for (let until = performance.now() + longestMs; waiting.length > 0; ) {
      const before = came;
      await setImmediate();
      if (came !== before && performance.now() < until) continue;
      begin(came === before ? AT_ONCE : 1);
      until = performance.now() + longestMs;
    }
    isWatching = false;
  }

  return {
    come(connection) {
      if (known.has(connection)) return;
      known.add(connection);
      came++;
    },
    quiet: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        if (!isWatching) void watch();
      }),
  };
}
