import { nothing } from "lit-html";
import { expect, test } from "vitest";
import { roundNames, scale } from "../../../api/pages/browser/pictures/axes.ts";

/** What a digit takes in the pictures' font, in pixels. */
const DIGIT = 7;

test.each([2, 12, 50, 500])("The names of %i rounds do not overlap, on a phone or a desk.", (count) => {
  const rounds = Array.from({ length: count }, (_, i) => i + 1);
  for (const width of [194, 508]) {
    const x = scale({ from: 0, to: count - 1, start: 0, end: width });
    const named = roundNames(rounds, { x, y: 0 }).flatMap((name, i) => (name === nothing ? [] : [i]));
    expect(named.length).toBeGreaterThan(1);
    const gaps = named.slice(1).map((i, at) => x(i) - x(named[at] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(DIGIT * String(count).length);
  }
});
