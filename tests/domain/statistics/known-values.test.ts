/**
 * Statistics against known values. They were computed with statsmodels 0.15.0 and scipy 1.17.1 (PyPI):
 * `proportion_confint(c, n, method="wilson")`, `mcnemar([[50, b], [c, 50]], exact=True).pvalue`, `binom.cdf(k, n, p)`,
 * `bootstrap((d,), mean, n_resamples=20000, method="percentile")`, and numpy's `corrcoef`.
 */
import { describe, expect, it } from "vitest";
import { bootstrapMean } from "../../../domain/base/statistics/bootstrap.ts";
import { effectiveVotes } from "../../../domain/base/statistics/effective-votes.ts";
import { holm } from "../../../domain/base/statistics/holm.ts";
import { binomialAtMost, mcnemarExact } from "../../../domain/base/statistics/mcnemar.ts";
import { drawOne, randomOf } from "../../../domain/base/statistics/random.ts";
import { proportionOf } from "../../../domain/base/statistics/wilson.ts";

const EXP = { seed: "exp", within: [-1, 1] } as const;

describe("statistics agree with statsmodels and scipy", () => {
  it.each([
    [0, 10, 0, 0.27753279986288926],
    [3, 10, 0.10779126740630104, 0.6032218525388546],
    [81, 100, 0.7222115462093562, 0.8748524849023126],
    [152, 200, 0.6962665902079583, 0.8139338400758631],
    [1, 3000, 5.8843941871566247e-5, 0.0018858188843041798],
    [3000, 3000, 0.9987211512746742, 1],
  ])("Wilson's interval of %i of %i", (count, of, low, high) => {
    const proportion = proportionOf({ count, of });
    expect(proportion.low).toBeCloseTo(low, 12);
    expect(proportion.high).toBeCloseTo(high, 12);
  });

  it.each([
    [0, 0, 1],
    [1, 0, 1],
    [5, 0, 0.0625],
    [3, 9, 0.14599609375],
    [10, 25, 0.016673847800120715],
    [59, 6, 4.964650327128616e-12],
    [121, 59, 4.4344492637551645e-6],
    [900, 1100, 8.45708953550381e-6],
  ])("McNemar's exact test of %i against %i", (onlyFirst, onlySecond, p) => {
    const value = mcnemarExact({ onlyFirst, onlySecond });
    expect(value / p).toBeCloseTo(1, 9);
    expect(mcnemarExact({ onlyFirst: onlySecond, onlySecond: onlyFirst })).toBe(value);
  });

  it.each([
    [2, 5, 0.4, 0.68256],
    [7, 15, 0.4, 0.786896817389568],
    [2, 5, 0.25, 0.896484375],
  ])("the binomial distribution at %i of %i", (count, of, p, known) => {
    expect(binomialAtMost(count, { of, p })).toBeCloseTo(known, 12);
  });

  it("the item bootstrap's interval is scipy's, to the grain of one item, and the same for the same seed", () => {
    const differences = [...Array<number>(30).fill(1), ...Array<number>(150).fill(0), ...Array<number>(20).fill(-1)];
    const interval = bootstrapMean(differences, EXP);
    expect(interval.value).toBeCloseTo(0.05, 12);
    expect(Math.abs((interval.low ?? 0) - -0.02)).toBeLessThanOrEqual(0.0101);
    expect(Math.abs((interval.high ?? 0) - 0.12)).toBeLessThanOrEqual(0.0101);
    expect(bootstrapMean(differences, EXP)).toEqual(interval);
  });

  it.each([
    // Clopper and Pearson's interval of 5 of 5 is 47.8 to 100 %, and that of 0 of 30 is 0 to 11.6 %: 0.025^(1/n) in closed form.
    [5, 1, [0, 1], 0.4781762498950185, 1],
    [30, 0, [0, 1], 0, 0.11570330822202779],
    // The same share of other values, all of them at the farther bound: −1 + 2 · 0.11570…
    [30, -1, [-1, 1], -1, -0.7685933835559444],
    [30, 0, [-1, 1], -0.11570330822202779, 0.11570330822202779],
  ] as const)("the interval of %i values that are all %d is exact", (count, value, within, low, high) => {
    const interval = bootstrapMean(Array<number>(count).fill(value), { seed: "exp", within });
    expect(interval.value).toBe(value);
    expect(interval.low).toBeCloseTo(low, 12);
    expect(interval.high).toBeCloseTo(high, 12);
  });

  it.each([
    // By hand: 4 · 0.005, 3 · 0.01, then 2 · 0.03, and 0.04 is no less than the one before.
    [
      [0.01, 0.04, 0.03, 0.005],
      [0.03, 0.06, 0.06, 0.02],
    ],
    // By hand: 5 · 0.01, 4 · 0.02 and 3 · 0.03; 2 · 0.04 and 0.05 are less than the one before.
    [
      [0.01, 0.02, 0.03, 0.04, 0.05],
      [0.05, 0.08, 0.09, 0.09, 0.09],
    ],
    [
      [0.4, 0.9],
      [0.8, 0.9],
    ],
    [[0.3], [0.3]],
    [[], []],
  ])("Holm's adjustment of %j", (pValues, adjusted) => {
    const found = holm(pValues);
    expect(found).toHaveLength(adjusted.length);
    for (const [i, p] of found.entries()) expect(p).toBeCloseTo(adjusted[i] ?? Number.NaN, 12);
  });

  it("effective votes come from numpy's mean correlation", () => {
    const wrong = ["110", "000", "101", "000", "111", "010", "000", "110"].map((row) =>
      row.split("").map((e) => e === "1"),
    );
    const { correlation, votes } = effectiveVotes(wrong);
    expect(correlation).toBeCloseTo(0.3591167563965419, 12);
    expect(votes).toBeCloseTo(1.7459792150854594, 12);
  });
});

describe("statistics without a sample", () => {
  it("say nothing instead of a number", () => {
    expect(bootstrapMean([], EXP)).toEqual({ value: null, low: null, high: null });
    expect(effectiveVotes([[true, false]])).toEqual({ correlation: null, votes: null });
    expect(
      effectiveVotes([
        [true, false],
        [true, true],
      ]),
    ).toEqual({ correlation: null, votes: null });
    expect(() => drawOne([], "seed")).toThrow("nothing to draw from");
  });
});

describe("voters with known errors", () => {
  const SHARES = 2_000;

  it("who err independently are worth their number, and who copy one another are worth one", () => {
    const random = randomOf("voters");
    const rows = Array.from({ length: SHARES }, () => Array.from({ length: 5 }, () => random() < 0.4));
    expect(effectiveVotes(rows).votes).toBeGreaterThan(4.5);
    const copied = rows.map(([first = false]) => Array<boolean>(5).fill(first));
    expect(effectiveVotes(copied).votes).toBeCloseTo(1, 12);
  });
});
