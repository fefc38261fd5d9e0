/** Splits long work on the event loop into slices, so that other requests can run in between. */
import { setImmediate } from "node:timers/promises";

/** Milliseconds: short enough for other requests. */
const SLICE_MS = 20;

/** Returns a function to call between steps: it yields to the event loop when the slice is used up. */
export function createSlices(): () => Promise<void> {
  let until = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() < until) return;
    await setImmediate();
    until = performance.now() + SLICE_MS;
  };
}

/** Runs a generator in slices. */
export async function inSlices<T>(work: Generator<void, T>): Promise<T> {
  const pause = createSlices();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await pause();
  }
}
