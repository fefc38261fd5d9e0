/** Splits long work on the event loop into slices, so that other requests can run in between. */
import { createTurnstile } from "./turnstile.ts";

/** Milliseconds: short enough for other requests. */
const SLICE_MS = 20;

/** All long work of the process takes turns: else ten pieces of it would delay the others by ten slices. */
const nextTurn = createTurnstile(1);

/** Returns a function to call between steps: it yields to the event loop when the slice is used up. */
export function createSlices(): () => Promise<void> {
  // The first slice waits for its turn too.
  let until = 0;
  return async () => {
    if (performance.now() < until) return;
    await nextTurn();
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
