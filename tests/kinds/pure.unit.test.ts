/** Pure: a function of the domain, and what holds of it whatever it is given. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { percent } from "../../domain/base/words/figures.words.ts";
import { runs } from "../support/debates/runs.ts";

test("A share of 0 to 1 is told in whole percent.", () => {
  expect(percent(2 / 3)).toBe("67 %");
});

test("More is never told as less.", () => {
  const told = (share: number) => Number.parseInt(percent(share), 10);
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(share, share, (a, b) => {
      expect(told(Math.max(a, b))).toBeGreaterThanOrEqual(told(Math.min(a, b)));
    }),
    { numRuns: runs(1_000) },
  );
});
