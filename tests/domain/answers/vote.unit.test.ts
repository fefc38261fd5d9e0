import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isVoteOver, leadProbability, leastBought, standingOf } from "../../../domain/rules/answers/vote.answers.ts";

const keys = (max: number) => fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: max });
const standing = (answers: string[]) =>
  standingOf(
    answers.map((key) => ({ key })),
    { type: "text" },
  );

/** The tail of Beta(1 + a, 1 + b) above one half, by Simpson's rule. */
function tail(a: number, b: number): number {
  const density = (x: number) => x ** a * (1 - x) ** b;
  const area = (from: number, to: number) => {
    const steps = 2_000;
    const h = (to - from) / steps;
    let sum = density(from) + density(to);
    for (let i = 1; i < steps; i++) sum += density(from + i * h) * (i % 2 === 1 ? 4 : 2);
    return (sum * h) / 3;
  };
  return area(0.5, 1) / area(0, 1);
}

describe("the probability that a leader is ahead in truth", () => {
  it.each([
    [0, 0, 0.5],
    [1, 0, 0.75],
    [3, 0, 0.9375],
    [4, 0, 0.96875],
    [5, 1, 0.9375],
    [6, 1, 0.96484375],
  ])("after %i to %i answers is %d", (first, second, probability) => {
    expect(leadProbability(first, second)).toBe(probability);
  });

  it("is the tail of the Beta distribution, grows with the leader's answers, and falls with the runner-up's", () => {
    fc.assert(
      fc.property(fc.nat({ max: 20 }), fc.nat({ max: 20 }), (a, b) => {
        const [first, second] = [Math.max(a, b), Math.min(a, b)];
        const probability = leadProbability(first, second);
        expect(probability).toBeCloseTo(tail(first, second), 9);
        expect(probability).toBeGreaterThan(0.5 - 1e-12);
        expect(leadProbability(first + 1, second)).toBeGreaterThan(probability);
        expect(leadProbability(first + 1, second + 1)).toBeLessThan(leadProbability(first + 1, second));
      }),
      { numRuns: 60 },
    );
  });
});

describe("the fewest answers of a vote", () => {
  it.each([
    [21, 0.95, 4],
    [21, 0.9, 3],
    [21, 0.99, 6],
    [3, 0.95, 2],
    [40, 0.6, 1],
  ])("of at most %i answers, until %d: %i", (most, stopAt, least) => {
    expect(leastBought({ most, stopAt })).toBe(least);
  });
});

describe("how a vote stands", () => {
  it("does not depend on the order of the answers", () => {
    fc.assert(
      fc.property(
        keys(20).chain((answers) =>
          fc.tuple(fc.constant(answers), fc.shuffledSubarray(answers, { minLength: answers.length })),
        ),
        ([answers, shuffled]) => {
          expect(standing(shuffled)).toEqual(standing(answers));
        },
      ),
    );
  });

  it("counts numbers within their tolerance as one", () => {
    const { camps, lead } = standingOf(
      ["10", "12", "10.4", "10.2"].map((key) => ({ key })),
      { type: "number", tolerance: 0.5 },
    );
    expect([camps.map(({ of }) => of.length), lead]).toEqual([[3, 1], 0.5]);
  });

  it("is settled where the leader is safe, cannot be caught up with, or nothing is left to buy, and nowhere else", () => {
    fc.assert(
      fc.property(
        keys(20),
        fc.integer({ min: 2, max: 20 }),
        fc.double({ min: 0.6, max: 0.999, noNaN: true }),
        (answers, most, stopAt) => {
          const now = standing(answers);
          const [first = 0, second = 0] = now.camps.map(({ of }) => of.length);
          const left = most - answers.length;
          const isOver = isVoteOver(now, { most, stopAt, bought: answers.length });
          expect(isOver).toBe(leadProbability(first, second) >= stopAt || first > second + left || left <= 0);
        },
      ),
    );
  });
});
