import { expect, it } from "vitest";
import { inSlices } from "../../../api/http/slices.ts";

it("long work lets others go first time and again, and gives what it made", async () => {
  let others = 0;
  let over = false;
  const goOn = () => {
    others += 1;
    if (!over) setImmediate(goOn);
  };
  setImmediate(goOn);
  const made = await inSlices(busyFor(40));
  over = true;
  expect(made).toBe(40);
  expect(others).toBeGreaterThan(5);
});

/** Pieces of 5 ms. */
function* busyFor(pieces: number): Generator<void, number> {
  for (let i = 0; i < pieces; i++) {
    const until = performance.now() + 5;
    while (performance.now() < until);
    yield;
  }
  return pieces;
}
