/**
 * Bradley–Terry strengths against closed forms, and against scipy 1.17.1 (PyPI): the root of the likelihood's gradient
 * (`optimize.root`), and `stats.bootstrap((d,), lambda v: log(mean(v) / (1 − mean(v))) / 2, method="percentile")`.
 */
import { expect, it } from "vitest";
import { type Comparison, type Strength, strengthsOf } from "../../../domain/base/statistics/bradley-terry.ts";

function strengths(comparisons: Comparison[], seed = "s"): Strength[] {
  const work = strengthsOf(comparisons, seed);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

const played = (players: [string, string], [wins, losses, ties = 0]: [number, number, number?]): Comparison[] =>
  [Array(wins).fill(1), Array(losses).fill(0), Array(ties).fill(0.5)].flat().map((score) => ({ players, score }));

const valueOf = (all: Strength[], player: string) => all.find((each) => each.player === player)?.value ?? Number.NaN;

it.each([
  [7, 3, 0],
  [1, 1, 0],
  [30, 10, 0],
  [5, 2, 4],
])("two players differ by the logarithm of wins by losses: %i to %i, and %i ties", (wins, losses, ties) => {
  const all = strengths(played(["a", "b"], [wins, losses, ties]));
  expect(valueOf(all, "a") - valueOf(all, "b")).toBeCloseTo(Math.log((wins + ties / 2) / (losses + ties / 2)), 9);
  expect(valueOf(all, "a") + valueOf(all, "b")).toBeCloseTo(0, 12);
});

it("four players have the strengths that scipy finds, and count ties as half", () => {
  const all = strengths([
    ...played(["a", "b"], [7, 3]),
    ...played(["a", "c"], [5, 4, 1]),
    ...played(["c", "b"], [2, 6]),
    ...played(["c", "d"], [8, 3, 2]),
    ...played(["d", "a"], [1, 9]),
  ]);
  expect(all.map(({ player, wins, comparisons }) => [player, wins, comparisons])).toEqual([
    ["a", 21.5, 30],
    ["b", 9, 18],
    ["c", 15.5, 31],
    ["d", 5, 23],
  ]);
  const known = [0.7553358748916053, 0.38239913242849094, -0.08686896338752181, -1.0508660439325743];
  for (const [i, { value, low, high }] of all.entries()) {
    expect(value).toBeCloseTo(known[i] ?? Number.NaN, 9);
    if (low !== null) expect([low < (value ?? 0), (value ?? 0) < (high ?? 0)]).toEqual([true, true]);
  }
});

it("the interval is scipy's, to the noise of resampling, and the same for the same seed", () => {
  const comparisons = played(["a", "b"], [70, 30]);
  const [a] = strengths(comparisons);
  // A mean of 100 results has steps of 0.01, about 0.024 here.
  expect(Math.abs((a?.low ?? 0) - 0.22365610902183242)).toBeLessThan(0.03);
  expect(Math.abs((a?.high ?? 0) - 0.6624627073717994)).toBeLessThan(0.03);
  expect(strengths(comparisons)).toEqual(strengths(comparisons));
});

it("who won everything, or met nobody of the others, has no finite strength", () => {
  const group = [...played(["a", "b"], [2, 2]), ...played(["b", "c"], [3, 1])];
  const all = strengths([...group, ...played(["best", "a"], [4, 0]), ...played(["x", "y"], [1, 1])]);
  expect(all.filter(({ value }) => value === null).map(({ player, low }) => [player, low])).toEqual([
    ["best", null],
    ["x", null],
    ["y", null],
  ]);
  expect(valueOf(all, "b") - valueOf(all, "c")).toBeCloseTo(Math.log(3), 9);
});

it("bounds are unknown where too many resamples have no finite strengths", () => {
  const [a] = strengths(played(["a", "b"], [3, 1]));
  expect(a).toMatchObject({ value: expect.closeTo(Math.log(3) / 2, 9), low: null, high: null });
});

it("somebody who was compared once takes nobody else's bounds away, and has none", () => {
  const many = [...played(["a", "b"], [12, 8]), ...played(["a", "c"], [11, 9]), ...played(["b", "c"], [10, 10])];
  const before = strengths(many);
  // A tie, as a contested debate is: with it "d" beat somebody and lost to somebody.
  const after = strengths([...many, ...played(["a", "d"], [0, 0, 1])]);
  const of = (all: Strength[], player: string) => all.find((each) => each.player === player);
  expect(of(after, "d")).toMatchObject({ value: expect.any(Number), low: null, high: null, comparisons: 1 });
  const gap = (all: Strength[]) => valueOf(all, "a") - valueOf(all, "b");
  expect(gap(after)).toBeCloseTo(gap(before), 6);
  for (const player of ["a", "b", "c"]) {
    const [was, is] = [of(before, player), of(after, player)];
    expect(is?.low, player).toBeLessThan(is?.value ?? 0);
    expect(is?.high, player).toBeGreaterThan(is?.value ?? 0);
    const width = (one: Strength | undefined) => (one?.high ?? 0) - (one?.low ?? 0);
    expect(width(is) / width(was), player).toBeGreaterThan(0.85);
    expect(width(is) / width(was), player).toBeLessThan(1.15);
  }
});

it("nothing compared gives nobody a strength", () => {
  expect(strengths([])).toEqual([]);
  expect(strengths(played(["a", "b"], [2, 0])).map(({ value }) => value)).toEqual([null, null]);
});
