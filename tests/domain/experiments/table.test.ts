import { describe, expect, it } from "vitest";
import { binomialAtMost } from "../../../domain/base/statistics/mcnemar.ts";
import { randomOf } from "../../../domain/base/statistics/random.ts";
import { proportionOf } from "../../../domain/base/statistics/wilson.ts";
import { pluralityOf } from "../../../domain/rules/answers/plurality.answers.ts";
import type { AnswerRound, Cell } from "../../../features/experiments/domain/experiment.ts";
import { tableOf } from "../../../features/experiments/domain/table.experiment.ts";
import { armCells, cellOf } from "./cells.ts";

const design = (arms: string[], items: number, repetitions = 1) => ({
  id: "exp",
  arms: arms.map((name) => ({ name, patch: {} })),
  items,
  repetitions,
});

/** The chance that most of n independent voters are right, n odd. */
const majority = (n: number, p: number) => 1 - binomialAtMost((n - 1) / 2, { of: n, p });

/**
 * The chance that the last of n voters is right who speak one after the other, where each adopts the answer before it with
 * chance c and else answers alone: adopting never changes the marginal, so no voter of the chain is better than the first.
 */
const chain = (p: number) => p;

const round = (answers: string[], expected = "yes"): AnswerRound => ({
  answers,
  right: answers.map((answer) => answer === expected),
});

describe("scripted voters of accuracy 0.6", () => {
  const ITEMS = 3_000;
  const random = randomOf("independent");
  const voters = Array.from({ length: ITEMS }, () => Array.from({ length: 15 }, () => random() < 0.6));
  const vote = (n: number, arm: number): Cell[] =>
    voters.map((row, item) => {
      const answers = row.slice(0, n).map((right) => (right ? "yes" : "no"));
      const { answer } = pluralityOf(answers, { form: { type: "text" }, seed: `${item}` });
      return cellOf({ arm, item, answer, correct: answer === "yes", rounds: [round(answers)] });
    });

  it("give the closed form: 0.6 alone, and the majority's chance in votes of 5 and 15", () => {
    const { arms } = tableOf(design(["single", "vote-5", "vote-15"], ITEMS), [
      ...vote(1, 0),
      ...vote(5, 1),
      ...vote(15, 2),
    ]);
    const closed = [0.6, majority(5, 0.6), majority(15, 0.6)];
    expect(closed[1]).toBeCloseTo(0.68256, 12);
    for (const [i, { accuracy }] of arms.entries()) {
      expect(accuracy.low).toBeLessThan(closed[i] as number);
      expect(accuracy.high).toBeGreaterThan(closed[i] as number);
    }
    expect(arms[2]?.effectiveVotes).toBeGreaterThan(13);
  });

  it("who conform to the one before lose against the vote, as the closed-form chain says", () => {
    const dice = randomOf("chain");
    const chained = voters.map((row, item) => {
      const said = row.slice(0, 5);
      for (let i = 1; i < said.length; i++) if (dice() < 0.8) said[i] = said[i - 1] as boolean;
      const correct = said.at(-1) as boolean;
      return cellOf({
        arm: 1,
        item,
        correct,
        answer: correct ? "yes" : "no",
        rounds: [round(said.map((r) => (r ? "yes" : "no")))],
      });
    });
    const table = tableOf(design(["vote-5", "conformists"], ITEMS), [...vote(5, 0), ...chained]);
    const [, conformists] = table.arms;
    expect(conformists?.accuracy.low).toBeLessThan(chain(0.6));
    expect(conformists?.accuracy.high).toBeGreaterThan(chain(0.6));
    expect(conformists?.effectiveVotes).toBeLessThan(2.5);
    expect(table.comparisons[0]).toMatchObject({ arm: "conformists", against: "vote-5", isClear: true });
    expect(table.notes[0]).toMatch(/^conformists is right less often than vote-5, by \d\.\d points \(95 % interval −/);
  });
});

describe("an experiment's table", () => {
  it("compares arms on the items that both answered, and claims nothing whose interval includes 0", () => {
    const cells = [...armCells(0, "....xxxx"), ...armCells(1, "...xx..")];
    const table = tableOf(design(["a", "b"], 8), cells);
    const [comparison] = table.comparisons;
    expect(comparison).toMatchObject({ items: 7, onlyArm: 2, onlyAgainst: 1, pValue: 1, isClear: false });
    expect(comparison?.difference.value).toBeCloseTo(1 / 7, 12);
    expect(table.notes).toEqual([
      "Not distinguishable from a on these items: b.",
      "8 items are a small sample: below 300, differences of several points are usually within chance.",
    ]);
    expect(table.arms.map(({ left }) => left)).toEqual([0, 1]);
  });

  it("says nothing of the sample from 300 items on", () => {
    const cells = [...armCells(0, ".".repeat(300)), ...armCells(1, "x".repeat(300))];
    const { notes } = tableOf(design(["a", "b"], 300), cells);
    expect(notes).toEqual([
      "b is right less often than a, by 100.0 points (95 % interval −100.0 to −100.0, exact McNemar p < 0.001).",
    ]);
  });

  it("counts failed cells and names why, and counts them nowhere else", () => {
    const failed = cellOf({ item: 1, status: "failed", correct: null, answer: null, error: "the provider refused" });
    const table = tableOf(design(["a"], 3), [cellOf({}), failed]);
    expect(table.arms[0]).toMatchObject({
      done: 1,
      failed: 1,
      left: 1,
      errors: [{ error: "the provider refused", count: 1 }],
      accuracy: proportionOf({ count: 1, of: 1 }),
    });
    expect(table.notes[0]).toBe("a: cells that failed and count nowhere: 1.");
  });

  it("gives tokens and USD for each right answer, and null where nothing is right", () => {
    const { arms } = tableOf(design(["a", "b"], 4), [...armCells(0, "..xx"), ...armCells(1, "xxxx")]);
    expect(arms[0]).toMatchObject({ costUsd: 0.004, costUsdPerCorrect: 0.002, tokensPerCorrect: 200, calls: 4 });
    expect(arms[1]).toMatchObject({ costUsdPerCorrect: null, tokensPerCorrect: null });
  });

  it("takes repetitions of one item as one: its interval is the items', and there is no p-value", () => {
    const twice = (arm: number, outcomes: string) =>
      [1, 2].flatMap((repetition) => armCells(arm, outcomes).map((cell) => ({ ...cell, repetition })));
    const { arms, comparisons } = tableOf(design(["a", "b"], 6, 2), [...twice(0, "...xxx"), ...twice(1, "....xx")]);
    const once = proportionOf({ count: 6, of: 12 });
    expect(arms[0]?.accuracy).toMatchObject({ count: 6, of: 12, share: 0.5 });
    expect((arms[0]?.accuracy.high ?? 0) - (arms[0]?.accuracy.low ?? 0)).toBeGreaterThan(
      (once.high ?? 0) - (once.low ?? 0),
    );
    expect(comparisons[0]).toMatchObject({ pValue: null, items: 6 });
  });

  it("knows rounds: accuracy, the four moves, modal adoption, and the oracle's gap", () => {
    const cells = [
      cellOf({ rounds: [round(["yes", "no", "no"]), round(["no", "no", "no"])], correct: false, answer: "no" }),
      cellOf({ item: 1, rounds: [round(["yes", "yes", "no"]), round(["yes", "yes", "yes"])] }),
    ];
    const [row] = tableOf(design(["a"], 2), cells).arms;
    expect(row?.byRound.map(({ count, of }) => [count, of])).toEqual([
      [3, 6],
      [3, 6],
    ]);
    expect(row?.moves).toEqual({ wrongToRight: 1, rightToWrong: 1, stayedRight: 2, stayedWrong: 2 });
    expect(row?.modalAdoption).toBe(1);
    expect(row?.oracleGap).toBe(0.5);
  });

  it("says that nothing can be right or wrong without a known answer", () => {
    const { notes, arms } = tableOf(design(["a"], 1), [cellOf({ expected: null, correct: null })]);
    expect(notes).toEqual(["No item has a known answer so far, so nothing is counted as right or wrong."]);
    expect(arms[0]?.accuracy.share).toBeNull();
  });
});
