/**
 * Reproducible random numbers: the same seed gives the same numbers on every machine. Ours, since published figures must
 * stay the same: no new version of a package may change them.
 */
import { scatter } from "./scatter.ts";

/** mulberry32 (T. Ettinger, public domain): numbers in [0, 1). */
export function randomOf(seed: string): () => number {
  let state = scatter(seed);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One of several, drawn from the seed. Throws for an empty list. */
export function drawOne<T>(from: readonly T[], seed: string): T {
  const drawn = from[Math.floor(randomOf(seed)() * from.length)];
  if (drawn === undefined) throw new Error("there is nothing to draw from");
  return drawn;
}
