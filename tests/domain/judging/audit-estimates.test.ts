import { describe, expect, test } from "vitest";
import { differenceOf, proportionOf } from "../../../domain/base/statistics/wilson.ts";
import { type AuditAnswer, type Choice, type Probe, probesOf } from "../../../features/audit/domain/audit.ts";
import { correctedShare } from "../../../features/audit/domain/corrected.ts";
import { countAnswers } from "../../../features/audit/domain/counts.audit.ts";
import { figuresOf } from "../../../features/audit/domain/figures.audit.ts";
import { type AuditPair, ownSide, readAuditPairs } from "../../../features/audit/domain/pairs.ts";
import { createDice } from "../../simulate/dice.ts";
import { runs } from "../../support/debates/runs.ts";

const JUDGE = { provider: "openai", model: "gpt-5.5" };
const share = (count: number, of: number) => proportionOf({ count, of });

describe("the difference of two shares", () => {
  // R. G. Newcombe, Statistics in Medicine 17 (1998), 873–890, table II, method 10.
  test.each([
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
    [10, 10, 0, 10, 0.6075, 1],
  ])("of %i in %i and %i in %i has the published interval", (a, m, b, n, low, high) => {
    const found = differenceOf(share(a, m), share(b, n));
    expect(found.share).toBeCloseTo(a / m - b / n, 10);
    expect(found.low).toBeCloseTo(low, 4);
    expect(found.high).toBeCloseTo(high, 4);
  });

  test("of something and nothing is unknown", () => {
    expect(differenceOf(share(1, 2), share(0, 0))).toMatchObject({ share: null, low: null, high: null });
  });
});

describe("a share corrected for a judge's errors", () => {
  const corrected = (p: [number, number], q1: [number, number], q0: [number, number]) =>
    correctedShare({ judged: share(...p), sensitivity: share(...q1), specificity: share(...q0) });

  test("is the true one where the errors are known exactly", () => {
    // Half of 20 are true: 8 of 10 are found, and 1 of the 10 others is taken for one.
    expect(corrected([9, 20], [8, 10], [9, 10]).share).toBeCloseTo(0.5, 10);
  });

  test("is the judged share for a judge without errors, and stays between 0 and 1", () => {
    expect(corrected([7, 20], [50, 50], [50, 50]).share).toBeCloseTo(0.35, 10);
    expect(corrected([0, 20], [8, 10], [8, 10])).toMatchObject({ share: 0, low: 0 });
    expect(corrected([20, 20], [8, 10], [8, 10])).toMatchObject({ share: 1, high: 1 });
  });

  test("is unknown for a judge that is no better than a coin, and without items of a kind", () => {
    for (const unknown of [
      corrected([9, 20], [5, 10], [5, 10]),
      corrected([9, 20], [2, 10], [3, 10]),
      corrected([9, 20], [0, 0], [9, 10]),
      corrected([0, 0], [8, 10], [9, 10]),
    ])
      expect(unknown).toMatchObject({ share: null, low: null, high: null });
  });

  test("has an interval that contains the truth about as often as it says, where the judged share's does not", () => {
    const roll = createDice();
    const draw = (of: number, chance: number) =>
      share(Array.from({ length: of }).filter(() => roll() < chance).length, of);
    const [truth, q1, q0] = [0.3, 0.9, 0.7];
    const tried = Array.from({ length: runs(2_000) }, () => {
      const judged = draw(200, truth * q1 + (1 - truth) * (1 - q0));
      const found = correctedShare({ judged, sensitivity: draw(60, q1), specificity: draw(60, q0) });
      const holds = ({ low, high }: typeof judged) => (low ?? 1) <= truth && truth <= (high ?? 0);
      return { corrected: holds(found), naive: holds(judged) };
    });
    const rate = (of: "corrected" | "naive") => tried.filter((each) => each[of]).length / tried.length;
    expect(rate("corrected")).toBeGreaterThan(0.92);
    expect(rate("naive")).toBeLessThan(0.05);
  });
});

const tie = (i: number): AuditPair => ({ topic: `Q${i}?`, a: `One ${i}.`, b: `Other ${i}.`, better: "tie" });

function swapsOf(pairs: AuditPair[], choose: (probe: Probe) => Choice): AuditAnswer[] {
  const probes = probesOf(pairs, 1).filter(({ comparison }) => comparison === "swap");
  return probes.map((probe) => ({ probe, choice: choose(probe) }));
}

const choosing = (text: string) => (probe: Probe) => (probe.shown[0].text === text ? "first" : "last");

describe("near-ties", () => {
  const pairs = Array.from({ length: 20 }, (_, i) => tie(i));
  /** The first eight hold, the next eight go to whoever is shown first, and of the last four one order has no winner. */
  const answers = swapsOf(pairs, (probe) => {
    const i = Number(/\d+/.exec(probe.topic)?.[0]);
    if (i < 8) return choosing(`One ${i}.`)(probe);
    return i < 16 || probe.shown[0].from === "a" ? "first" : "none";
  });

  test("are counted with their coverage: pairs with a winner in both orders, and of these the flips", () => {
    const counts = countAnswers({ answers, judge: JUDGE });
    expect(counts).toMatchObject({ tieCoverage: { count: 16, of: 20 }, tieFlips: { count: 8, of: 16 } });
    expect(counts.kept).toMatchObject({ count: 8, of: 20 });
    expect(counts.keptAccuracy).toMatchObject({ of: 0, share: null });
  });

  test("are held against the published judges", () => {
    const said = (count: number, of: number) =>
      figuresOf({ ...countAnswers({ answers: [], judge: JUDGE }), tieFlips: share(count, of) }).find(
        ({ name }) => name === "tieFlips",
      )?.judgement;
    expect(said(1, 100)).toContain("less often than the best of 27 judges");
    expect(said(30, 100)).toContain("less often than the median of 27 judges");
    expect(said(8, 16)).toContain("too few to distinguish it from the median");
    expect(said(80, 100)).toContain("more often than the median of 27 judges");
  });

  test("are only those that the file calls a tie", () => {
    const unknown = pairs.map(({ better: _unknown, ...pair }) => pair);
    const counts = countAnswers({ answers: swapsOf(unknown, () => "first"), judge: JUDGE });
    expect([counts.tieCoverage.of, counts.swapConsistency.of]).toEqual([0, 20]);
  });
});

describe("who wrote a text", () => {
  const by = (a: string, b: string) => ownSide({ by: { a, b } }, JUDGE);

  test("is found by the model's family, whoever serves it; any other name is a family of its own", () => {
    expect(by("openai/gpt-4.1", "anthropic/claude-sonnet-5")).toBe("a");
    expect(by("human", "openrouter/openai/gpt-5")).toBe("b");
    expect(by("mistral/mistral-large", "OpenAI")).toBe("b");
  });

  test("does not count where both texts, or neither, are of the judge's family", () => {
    expect(by("openai/gpt-4.1", "openai/gpt-5.5")).toBeNull();
    expect(by("human", "google/gemini-3")).toBeNull();
    expect(ownSide({}, JUDGE)).toBeNull();
  });

  test("is refused by line if one of the two is missing or blank", () => {
    const line = (rest: object) => JSON.stringify({ topic: "T?", a: "Yes.", b: "No.", ...rest });
    const reading = readAuditPairs(
      [
        line({ by: { a: "human", b: "openai/gpt-5.5" } }),
        line({ by: { a: "human" } }),
        line({ by: { a: " ", b: "x" } }),
      ].join("\n"),
    );
    expect(reading.ok ? [] : reading.faults).toEqual([
      "line 2: by.b is missing; it must be a text",
      "line 3: by.a must not be blank",
    ]);
  });
});
