import { describe, expect, it } from "vitest";
import { binomialAtMost } from "../../../domain/base/statistics/mcnemar.ts";
import { randomOf } from "../../../domain/base/statistics/random.ts";
import { proportionOf } from "../../../domain/base/statistics/wilson.ts";
import { pluralityOf } from "../../../domain/rules/answers/plurality.answers.ts";
import { NO_SPEND } from "../../../domain/shapes/state/costs.state.ts";
import type { AnswerRound, Cell } from "../../../features/experiments/domain/experiment.ts";
import { tableOf as tableFor } from "../../../features/experiments/domain/table.experiment.ts";
import { armCells, cellOf } from "./cells.ts";

const design = (arms: string[], items: number, repetitions = 1) => ({
  id: "exp",
  arms: arms.map((name) => ({ name, patch: {} })),
  items,
  repetitions,
});

type Designed = Parameters<typeof tableFor>[0];

const tableOf = (of: Designed, cells: Cell[]) => tableFor(of, { cells, formOf: () => ({ type: "text" }) });

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
    expect(comparison).toMatchObject({ items: 7, onlyArm: 2, onlyAgainst: 1, pValue: 1, pAdjusted: 1, isClear: false });
    expect(comparison?.difference.value).toBeCloseTo(1 / 7, 12);
    expect(table.notes).toEqual([
      "Not distinguishable from a on these items: b.",
      "Below 30 items no difference is claimed.",
      "8 items are a small sample: below 300, differences of several points are usually within chance.",
    ]);
    expect(table.arms.map(({ left }) => left)).toEqual([0, 1]);
  });

  it("says nothing of the sample from 300 items on", () => {
    const cells = [...armCells(0, ".".repeat(300)), ...armCells(1, "x".repeat(300))];
    const { notes } = tableOf(design(["a", "b"], 300), cells);
    expect(notes).toEqual([
      "b is right less often than a, by 100.0 points (95 % interval −100.0 to −97.6, exact McNemar p < 0.001).",
    ]);
  });

  it("counts failed cells as wrong and names why, beside the rate among the answers that were given", () => {
    const failed = cellOf({ item: 1, status: "failed", correct: null, answer: null, error: "the provider refused" });
    const silent = cellOf({ item: 2, answer: null, correct: false });
    const table = tableOf(design(["a"], 4), [cellOf({}), failed, silent]);
    expect(table.arms[0]).toMatchObject({
      done: 2,
      failed: 1,
      left: 1,
      unanswered: 1,
      errors: [{ error: "the provider refused", count: 1 }],
      accuracy: proportionOf({ count: 1, of: 3 }),
      coverage: proportionOf({ count: 1, of: 3 }),
      accuracyAnswered: proportionOf({ count: 1, of: 1 }),
    });
    expect(table.notes[0]).toBe(
      "a: cells that failed, and count as wrong: 1. Of the answers that were given, 1 of 1 are right.",
    );
  });

  it("counts a failed cell against its arm where arms are compared, and none whose right answer is unknown", () => {
    const lost = { status: "failed", correct: null, answer: null, error: "it timed out" } as const;
    const cells = [...armCells(0, "..."), ...armCells(1, "..").slice(1), cellOf({ arm: 1, ...lost })];
    const { arms, comparisons } = tableOf(design(["a", "b"], 3), [
      ...cells,
      cellOf({ arm: 1, item: 2, ...lost, expected: null }),
    ]);
    expect(comparisons[0]).toMatchObject({ items: 2, onlyArm: 0, onlyAgainst: 1 });
    expect([arms[1]?.accuracy.count, arms[1]?.accuracy.of]).toEqual([1, 2]);
  });

  it("gives tokens and USD for each right answer, and null where nothing is right", () => {
    const { arms } = tableOf(design(["a", "b"], 4), [...armCells(0, "..xx"), ...armCells(1, "xxxx")]);
    expect(arms[0]).toMatchObject({ costUsd: 0.004, costUsdPerCorrect: 0.002, tokensPerCorrect: 200, calls: 4 });
    expect(arms[1]).toMatchObject({ costUsdPerCorrect: null, tokensPerCorrect: null });
  });

  const repeated = (times: number, arm: number, outcomes: string) =>
    Array.from({ length: times }, (_, i) => i + 1).flatMap((repetition) =>
      armCells(arm, outcomes).map((cell) => ({ ...cell, repetition })),
    );

  it("takes repetitions of one item as one: its interval is the items', and so is the test", () => {
    const { arms, comparisons } = tableOf(design(["a", "b"], 6, 2), [
      ...repeated(2, 0, "...xxx"),
      ...repeated(2, 1, "....xx"),
    ]);
    const once = proportionOf({ count: 6, of: 12 });
    expect(arms[0]?.accuracy).toMatchObject({ count: 6, of: 12, share: 0.5 });
    expect((arms[0]?.accuracy.high ?? 0) - (arms[0]?.accuracy.low ?? 0)).toBeGreaterThan(
      (once.high ?? 0) - (once.low ?? 0),
    );
    // Two pairs, but one item: a single coin.
    expect(comparisons[0]).toMatchObject({ pValue: 1, items: 6, onlyArm: 2, onlyAgainst: 0 });
  });

  it("has an exact interval where all items are the same: five that are right three times are not certainty", () => {
    const [row] = tableOf(design(["a"], 5, 3), repeated(3, 0, ".....")).arms;
    expect(row?.accuracy).toMatchObject({ count: 15, of: 15, share: 1, high: 1 });
    // Clopper and Pearson's of 5 of 5: 0.025^(1/5).
    expect(row?.accuracy.low).toBeCloseTo(0.4782, 4);
  });

  it("claims a difference only where test and interval agree on enough items", () => {
    const found = (one: string, two: string) =>
      tableOf(design(["a", "b"], one.length), [...armCells(0, one), ...armCells(1, two)]).comparisons[0];
    const same = ".".repeat(24);
    // Five discordant items of 30: the interval excludes 0, and 2 · 0.5⁵ = 0.0625.
    const five = found(`${same}xxxxx.`, `${same}......`);
    expect([five?.pValue, (five?.difference.low ?? 0) > 0, five?.items, five?.isClear]).toEqual([
      0.0625,
      true,
      30,
      false,
    ]);
    // Six: 2 · 0.5⁶ = 0.03125.
    expect(found(`${same}xxxxxx`, `${same}......`)).toMatchObject({
      pValue: expect.closeTo(0.03125, 12),
      isClear: true,
    });
    // As many discordant ones, of 29 items in all.
    expect(found(`${same.slice(1)}xxxxxx`, `${same.slice(1)}......`)).toMatchObject({
      pValue: expect.closeTo(0.03125, 12),
      isClear: false,
    });
  });

  it("adjusts for several arms by Holm: what holds for one alone is not claimed beside others", () => {
    const same = ".".repeat(24);
    const arms = [`${same}xxxxxx`, `${same}......`, `${same}xxxxxx`, `${same}xxxxxx`];
    const table = tableOf(
      design(["a", "b", "c", "d"], 30),
      arms.flatMap((outcomes, arm) => armCells(arm, outcomes)),
    );
    expect(table.comparisons.map(({ pValue, pAdjusted, isClear }) => [pValue, pAdjusted, isClear])).toEqual([
      [expect.closeTo(0.03125, 12), expect.closeTo(0.09375, 12), false],
      [1, 1, false],
      [1, 1, false],
    ]);
    expect(table.notes[0]).toBe("Not distinguishable from a on these items: b, c, d.");
  });

  it("claims something in at most one of twenty experiments in which no arm differs", () => {
    const dice = randomOf("no difference");
    const EXPERIMENTS = 300;
    const claimed = Array.from({ length: EXPERIMENTS }, () => {
      const draw = () => Array.from({ length: 40 }, () => (dice() < 0.7 ? "." : "x")).join("");
      const cells = [0, 1, 2, 3].flatMap((arm) => armCells(arm, draw()));
      return tableOf(design(["a", "b", "c", "d"], 40), cells).comparisons.some(({ isClear }) => isClear);
    });
    expect(claimed.filter(Boolean).length / EXPERIMENTS).toBeLessThanOrEqual(0.05);
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

  it("follows participants, not places: who is missing in a round moves nobody else", () => {
    const by = (who: string, answers: string[]) => ({ ...round(answers), by: who.split("") });
    const cells = [
      cellOf({ rounds: [by("abc", ["yes", "no", "no"]), by("bc", ["yes", "no"])] }),
      cellOf({ item: 1, rounds: [by("bc", ["no", "yes"]), by("abc", ["yes", "no", "yes"])] }),
      // Nobody knows what is right here, so nobody moves.
      cellOf({
        item: 2,
        expected: null,
        correct: null,
        rounds: [1, 2].map(() => ({ ...by("a", ["no"]), right: null })),
      }),
    ];
    const [row] = tableOf(design(["a"], 3), cells).arms;
    // Item 1: a stays right with its only answer, b turns right, c stays wrong. Item 2: b stays wrong, c and a stay right.
    expect(row?.moves).toEqual({ wrongToRight: 1, rightToWrong: 0, stayedRight: 3, stayedWrong: 2 });
    // b left the plurality "no" of item 1; a tie has none to adopt.
    expect(row?.modalAdoption).toBe(0);
  });

  it("estimates how many wrong answers are plausible by how often two are the same", () => {
    const cells = [
      cellOf({ rounds: [round(["no", "No.", "maybe", "yes"])] }),
      cellOf({ item: 1, rounds: [round(["never", "always", "yes", "yes"])] }),
      cellOf({ item: 2, expected: null, correct: null, rounds: [{ answers: ["no", "no"], right: null }] }),
    ];
    // Of four pairs of wrong answers, three of item 1 and one of item 2, one is the same.
    expect(tableOf(design(["a"], 3), cells).arms[0]?.wrongAnswers).toBe(4);
    expect(tableOf(design(["a"], 3), [cells[1]!]).arms[0]?.wrongAnswers).toBeNull();
  });

  it("has the agreement of judges over items, with its interval", () => {
    const judged = (item: number, judges: number | null) => cellOf({ item, agreement: { judges, orders: 1 } });
    const [row] = tableOf(design(["a"], 4), [judged(0, 1), judged(1, 0), judged(2, null), judged(3, 0.5)]).arms;
    expect(row?.judgeAgreement.value).toBe(0.5);
    expect(row?.judgeAgreement.low).toBeLessThan(0.5);
    // Clopper and Pearson's of 4 of 4: 0.025^(1/4).
    expect(row?.orderAgreement).toMatchObject({ value: 1, high: 1, low: 0.025 ** (1 / 4) });
  });

  it("says that nothing can be right or wrong without a known answer", () => {
    const { notes, arms } = tableOf(design(["a"], 1), [cellOf({ expected: null, correct: null })]);
    expect(notes).toEqual(["No item has a known answer so far, so nothing is counted as right or wrong."]);
    expect(arms[0]?.accuracy.share).toBeNull();
  });
});

describe("a debate beside a vote that takes as much", () => {
  const ITEMS = 40;
  const spendOf = (calls: number, costMicroUsd: number) => ({ ...NO_SPEND, calls, costMicroUsd });
  /** Of seven answers the first three are wrong alike, and the others right. */
  const votes = ["no", "no", "no", "yes", "yes", "yes", "yes"];
  const vote = Array.from({ length: ITEMS }, (_, item) =>
    cellOf({ item, rounds: [round(votes)], spend: spendOf(7, 7_000) }),
  );
  const debate = (calls: number, costMicroUsd: number) =>
    Array.from({ length: ITEMS }, (_, item) => cellOf({ arm: 1, item, spend: spendOf(calls, costMicroUsd) }));
  const asked = {
    ...design(["vote of 7", "debate"], ITEMS),
    arms: [
      { name: "vote of 7", baseline: { vote: 7 } },
      { name: "debate", patch: {} },
    ],
  };

  it("takes the first answers of the largest vote, as many as its calls and as its cost", () => {
    const table = tableOf(asked, [...vote, ...debate(3, 7_000)]);
    const [calls, cost] = table.equal;
    // Three answers are all wrong; seven have the right plurality, as every debate does.
    expect(calls).toMatchObject({ arm: "debate", equal: "calls", votes: 3, onlyArm: ITEMS, isClear: true });
    expect(cost).toMatchObject({ arm: "debate", equal: "cost", votes: 7, onlyArm: 0, onlyAgainst: 0, isClear: false });
    expect(table.comparisons[0]).toMatchObject({ onlyArm: 0, onlyAgainst: 0 });
    expect(table.notes.slice(0, 3)).toEqual([
      "Not distinguishable from vote of 7 on these items: debate.",
      expect.stringMatching(
        /^debate is right more often than a vote of 3 at equal calls, by 100\.0 points \(95 % interval 8\d\.\d to 100\.0, exact McNemar p < 0\.001\)\.$/,
      ),
      "Not distinguishable from a vote at equal cost on these items: debate.",
    ]);
  });

  it("says which vote would have to be bought, and leaves out a cost that nobody knows", () => {
    const unpriced = debate(12, 0).map((cell) => ({ ...cell, spend: { ...cell.spend, costMicroUsd: 0 } }));
    const { equal, notes } = tableOf(asked, [...vote, ...unpriced]);
    expect(equal).toEqual([]);
    expect(notes).toContain("No vote was bought that is as large as debate (12) at equal calls.");
  });

  it("has nothing to compare with where no arm is a vote", () => {
    expect(tableOf(design(["a", "b"], 2), [...armCells(0, ".."), ...armCells(1, "..")]).equal).toEqual([]);
  });
});
