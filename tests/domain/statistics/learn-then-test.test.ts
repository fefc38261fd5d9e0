import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fixedSequence } from "../../../domain/base/statistics/learn-then-test.ts";
import { randomOf } from "../../../domain/base/statistics/random.ts";
import { runs } from "../../support/debates/runs.ts";

const USUAL = { risk: 0.1, delta: 0.05 };
const outcomes = (...counted: [count: number, of: number][]) =>
  fixedSequence(
    counted.map(([count, of]) => ({ count, of })),
    USUAL,
  ).map(({ outcome }) => outcome);

// Summed in fractions, without rounding.
it.each([
  [46, 46, 0.007855167211278942],
  [45, 46, 0.04800379962448242],
  [95, 100, 0.05757688648703381],
  [96, 100, 0.023711082663476764],
])("%i of %i right have the exact p-value", (count, of, known) => {
  const [tested] = fixedSequence([{ count, of }], USUAL);
  expect(tested?.pValue).toBeCloseTo(known, 12);
  expect(tested?.outcome).toBe(known <= 0.05 ? "shown" : "not_shown");
});

it("testing ends with the first threshold that fails, whatever comes after it", () => {
  expect(outcomes([97, 100], [190, 200], [200, 250], [2_900, 3_000])).toEqual([
    "shown",
    "shown",
    "not_shown",
    "not_tested",
  ]);
});

it("thresholds that a single error would end are passed over: 46 answers are needed for nine in ten", () => {
  expect(outcomes([0, 0], [45, 45], [46, 46])).toEqual(["too_few", "too_few", "shown"]);
  expect(outcomes([0, 45], [97, 100])).toEqual(["too_few", "shown"]);
});

it("what is shown has a rate above the limit, and comes before all that is not", () => {
  const counted = fc
    .array(fc.record({ of: fc.nat(300), right: fc.double({ min: 0.7, max: 1, noNaN: true }) }), { maxLength: 8 })
    .map((all) => all.map(({ of, right }) => ({ of, count: Math.round(of * right) })));
  fc.assert(
    fc.property(counted, fc.constantFrom(0.05, 0.1, 0.3), fc.constantFrom(0.01, 0.05), (all, risk, delta) => {
      const tested = fixedSequence(all, { risk, delta }).filter(({ outcome }) => outcome !== "too_few");
      const shown = tested.findIndex(({ outcome }) => outcome !== "shown");
      const first = shown < 0 ? tested.length : shown;
      for (const { count, of, pValue } of tested.slice(0, first)) {
        expect(count / of).toBeGreaterThan(1 - risk);
        expect(pValue).toBeLessThanOrEqual(delta);
      }
      expect(tested.slice(first).map(({ outcome }) => outcome)).toEqual(
        tested.slice(first).map((_, i) => (i === 0 ? "not_shown" : "not_tested")),
      );
    }),
    { numRuns: runs(1_000) },
  );
});

/** Answers of several levels, of which each is right at its own rate; thresholds keep ever more of the levels. */
interface World {
  /** From the strictest level on. */
  rates: number[];
  shares: number[];
  of: number;
}

/** How often some threshold was shown although what it keeps is right less often than nine times in ten. */
function falselyShown({ rates, shares, of }: World, times: number): number {
  const random = randomOf(JSON.stringify([rates, shares, of]));
  const isWrong = rates.map((_, last) => {
    const kept = shares.slice(0, last + 1);
    const right = kept.reduce((sum, share, level) => sum + share * (rates[level] ?? 0), 0);
    return right / kept.reduce((sum, share) => sum + share, 0) < 0.9;
  });
  let count = 0;
  for (let time = 0; time < times; time++) {
    const counts = rates.map(() => ({ count: 0, of: 0 }));
    for (let answer = 0; answer < of; answer++) {
      let left = random();
      const level = shares.findIndex((share) => (left -= share) < 0);
      const isRight = random() < (rates[level] ?? 0);
      for (const each of counts.slice(level)) {
        each.of++;
        if (isRight) each.count++;
      }
    }
    if (fixedSequence(counts, USUAL).some(({ outcome }, i) => outcome === "shown" && isWrong[i])) count++;
  }
  return count;
}

describe("a rate below the limit is shown in at most one case of twenty", () => {
  const TIMES = 2_000;

  it.each<[string, World]>([
    ["all levels just below it", { rates: [0.899, 0.899, 0.899], shares: [0.3, 0.4, 0.3], of: 150 }],
    ["only the laxest is below it", { rates: [0.97, 0.93, 0.7], shares: [0.3, 0.4, 0.3], of: 400 }],
    ["stricter levels are worse", { rates: [0.75, 0.95, 0.92], shares: [0.3, 0.4, 0.3], of: 150 }],
    ["the strictest is the worst, and often passed over", { rates: [0.7, 0.985], shares: [0.3, 0.7], of: 150 }],
    ["few answers", { rates: [0.89, 0.89], shares: [0.5, 0.5], of: 100 }],
  ])("%s", (_, world) => {
    expect(falselyShown(world, TIMES)).toBeLessThanOrEqual(TIMES / 20);
  });

  it("but not never, just below it: the simulation finds errors", () => {
    const world: World = { rates: [0.899, 0.899, 0.899], shares: [0.3, 0.4, 0.3], of: 150 };
    expect(falselyShown(world, TIMES)).toBeGreaterThan(TIMES / 50);
  });

  it("and one well above it is mostly shown", () => {
    const random = randomOf("power");
    const shown = Array.from({ length: 500 }, () => {
      const count = Array.from({ length: 120 }, () => random() < 0.98).filter(Boolean).length;
      return fixedSequence([{ count, of: 120 }], USUAL)[0]?.outcome === "shown";
    }).filter(Boolean).length;
    expect(shown).toBeGreaterThan(450);
  });
});
