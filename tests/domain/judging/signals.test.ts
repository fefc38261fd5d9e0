import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { autoScore } from "../../../domain/judge/signals/auto-score.ts";
import {
  createRepetitions,
  gramsOf,
  overlap,
  REPETITION_THRESHOLD,
} from "../../../domain/judge/signals/repetition.signal.ts";
import { measureRound } from "../../../domain/judge/signals/signals.signal.ts";
import { isFalling, trendOf } from "../../../domain/judge/signals/trends.signal.ts";
import type { Measured } from "../../../domain/shapes/schemas/assessment.schema.ts";
import { growthOf } from "../../support/growth.ts";

const A = "Trams carry far more people than cars on the same width of street, and they do it without fumes.";
const B = "Shops lose customers who come from villages where no bus runs after six in the evening.";
const C = "Vienna built its network over forty years, so nobody should expect a change within one term.";
const turn = (round: number, index: number, text: string) => ({
  id: `g1-r${round}-t${index}`,
  participantId: `p${index}`,
  round,
  index,
  text,
});
const threshold = REPETITION_THRESHOLD;

describe("the overlap of two texts", () => {
  it("is 1 for the same words, whatever their case and punctuation", () => {
    expect(overlap(gramsOf("Cars ARE loud; cars stink!"), gramsOf("cars are loud. Cars, stink"))).toBe(1);
  });

  it("is what they share of all runs of three words", () => {
    expect(overlap(gramsOf("a b c d e"), gramsOf("a b c d x"))).toBe(2 / 4);
  });

  it("compares texts of fewer than three words as a whole, and sees nothing in an empty one", () => {
    expect(overlap(gramsOf("Speech 1."), gramsOf("speech 1"))).toBe(1);
    expect(overlap(gramsOf("Speech 1."), gramsOf("Speech 2."))).toBe(0);
    expect(overlap(gramsOf(""), gramsOf("…"))).toBe(0);
  });

  it("takes each sign of a script without spaces for a word", () => {
    expect(overlap(gramsOf("城市应该禁止汽车"), gramsOf("城市应该禁止汽车。"))).toBe(1);
    expect(overlap(gramsOf("城市应该禁止汽车"), gramsOf("城市应该禁止卡车"))).toBeCloseTo(4 / 8, 5);
  });

  it("is the same both ways, from 0 to 1, and 1 of a text with itself", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "d"), { minLength: 1, maxLength: 30 }).map((w) => w.join(" "));
    fc.assert(
      fc.property(text, text, (one, two) => {
        const [a, b] = [gramsOf(one), gramsOf(two)];
        expect(overlap(a, b)).toBe(overlap(b, a));
        expect(overlap(a, b)).toBeGreaterThanOrEqual(0);
        expect(overlap(a, b)).toBeLessThanOrEqual(1);
        expect(overlap(a, a)).toBe(1);
      }),
    );
  });
});

describe("repetition", () => {
  const turns = [turn(1, 1, A), turn(1, 2, B), turn(2, 1, C), turn(2, 2, `${A} Once more.`)];
  const found = (changes: Partial<Parameters<typeof createRepetitions>[0]> = {}) =>
    createRepetitions({ turns, mode: "sequential", threshold, ...changes });

  it("names the turn and the earlier one of anybody that it is nearest to", () => {
    expect(found()(1)).toEqual([]);
    expect(found()(2)).toEqual([{ turnId: "g1-r2-t2", with: "g1-r1-t1", overlap: 0.895, by: "overlap" }]);
  });

  it("counts from the threshold on", () => {
    const at = (words: string, limit: number) =>
      found({ turns: [turn(1, 1, "a b c d e"), turn(2, 1, words)], threshold: limit })(2).length;
    expect([at("a b c d x", 0.5), at("a b c d x", 0.51)]).toEqual([1, 0]);
  });

  it("within a round needs that the speaker could hear the other", () => {
    const same = [turn(1, 1, A), turn(1, 2, A)];
    expect(found({ turns: same })(1)).toHaveLength(1);
    expect(found({ turns: same, mode: "simultaneous" })(1)).toEqual([]);
  });

  it("is seen in a turn that was stitched together from several, with the one that gave most", () => {
    const stitched = turn(2, 2, `${A} ${B} Nobody should expect a change within one term.`);
    expect(found({ turns: [turn(1, 1, A), turn(1, 2, B), stitched], threshold: 0.6 })(2)).toEqual([
      { turnId: "g1-r2-t2", with: "g1-r1-t1", overlap: expect.closeTo(0.8, 1), by: "containment" },
    ]);
  });

  it("in other words is seen where vectors are near: from the cosine on, and only in who came later", () => {
    // Two turns whose vectors are so alike; all others stand at right angles.
    const alike = new Set(["g1-r1-t1", "g1-r2-t1"]);
    const of = (one: string, other: string) => (alike.has(one) && alike.has(other) ? 0.85 : 0);
    const by = (least: number) =>
      found({ turns: [turn(1, 1, A), turn(1, 2, C), turn(2, 1, B)], likeness: { of, threshold: least } });
    expect(by(0.85)(2)).toEqual([{ turnId: "g1-r2-t1", with: "g1-r1-t1", overlap: 0.85, by: "cosine" }]);
    expect([by(0.851)(2), by(0.85)(1)]).toEqual([[], []]);
  });

  it("is not to quote somebody else at length, and is to quote oneself", () => {
    const quoting = (by: number) =>
      turn(2, by, `It was said: “${A} ${B} ${C}” ${"What of it then, one may ask. ".repeat(3)}`);
    const of = (by: number) => found({ turns: [turn(1, 1, `${A} ${B} ${C}`), quoting(by)], threshold: 0.99 })(2);
    expect([of(1).length, of(2).length]).toEqual([1, 0]);
  });

  it("is not seen in a few words that stood somewhere", () => {
    const short = turn(2, 1, "Trams carry far more people than cars, I agree.");
    expect(found({ turns: [turn(1, 2, A), short] })(2)).toEqual([]);
  });

  it("is measured in time that grows no faster than the pairs of long turns", async () => {
    const words = (seed: number) => Array.from({ length: 400 }, (_, i) => `w${(seed * 7919 + i * i) % 9973}`).join(" ");
    const long = Array.from({ length: 200 }, (_, i) => turn(Math.floor(i / 4) + 1, (i % 4) + 1, words(i)));
    const repetitions = (rounds: number) =>
      createRepetitions({ turns: long.slice(0, 4 * rounds), mode: "sequential", threshold })(rounds);
    expect(repetitions(50)).toEqual([]);
    const times = await growthOf({ small: () => repetitions(10), large: () => repetitions(50), most: 30 });
    expect(times).toBeLessThan(30);
  });
});

describe("a trend", () => {
  it.each([
    [[5], null],
    [[], null],
    [[5, 5.4], "stable"],
    [[5, 5.6], "improving"],
    [[7, 2, 6.4], "declining"],
    [[1, 7, 7, 7], "stable"],
  ])("of %j is %s", (values, trend) => {
    expect(trendOf(values, 0.5)).toBe(trend);
  });

  it("falls only where each value is below the one before", () => {
    expect([isFalling([8, 7, 6]), isFalling([8, 7, 7]), isFalling([8, null, 6]), isFalling([8])]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

interface Played {
  quality?: number[];
  novelty?: number[];
  relevance?: number;
  texts?: string[];
  names?: (name: string) => string;
}

/** What is measured of the last of so many rounds of two speakers. */
function measured({ quality = [], novelty = [], relevance = 8, texts = [], names = (n) => n }: Played): Measured {
  const rounds = Math.max(quality.length, texts.length);
  const turns = Array.from({ length: rounds }, (_, r) => [
    turn(r + 1, 1, texts[r] ?? `Only here one${r} two${r} three${r}`),
    turn(r + 1, 2, `Another ${r} thing${r} altogether${r}`),
  ]).flat();
  const scores = (r: number) => ({ [names("novelty")]: novelty[r] ?? 7, [names("relevance")]: relevance });
  const assessments = Array.from({ length: rounds }, (_, r) => ({
    round: r + 1,
    qualityScore: quality[r] ?? 7,
    assessments: [
      { participant: "p1", scores: scores(r) },
      { participant: "p2", scores: { ...scores(r), [names("relevance")]: 9 } },
    ],
  }));
  return measureRound({ round: rounds, turns, assessments, mode: "sequential", threshold });
}

describe("diminishing returns", () => {
  it("are there when quality and novelty each fell strictly over the last three rounds", () => {
    expect(measured({ quality: [8, 7, 6], novelty: [8, 7, 6] }).diminishingReturns).toBe(true);
    expect(measured({ quality: [8, 7, 6], novelty: [8, 8, 6] }).diminishingReturns).toBe(false);
    expect(measured({ quality: [8, 6, 6], novelty: [8, 7, 6] }).diminishingReturns).toBe(false);
    expect(measured({ quality: [1, 8, 7, 6], novelty: [1, 8, 7, 6] }).diminishingReturns).toBe(true);
  });

  it("are there when half of the turns of the last two rounds repeat", () => {
    expect(measured({ texts: [A, A, A] }).diminishingReturns).toBe(true);
    expect(measured({ texts: [A, C, A] }).diminishingReturns).toBe(false);
    expect(measured({ texts: [A, A, C] }).diminishingReturns).toBe(false);
  });

  it("are never seen before the third round", () => {
    expect(measured({ quality: [8, 7], novelty: [8, 7] }).diminishingReturns).toBe(false);
    expect(measured({ texts: [A, A] }).diminishingReturns).toBe(false);
  });

  it("need repetition where the owner's criteria have no novelty", () => {
    const names = (name: string) => `my ${name}`;
    expect(measured({ quality: [8, 7, 6], novelty: [8, 7, 6], names }).diminishingReturns).toBe(false);
    expect(measured({ texts: [A, A, A], names }).diminishingReturns).toBe(true);
  });
});

describe("what is measured of a round", () => {
  it("names those whose relevance is below 5, by any writing of the criterion", () => {
    expect(measured({ quality: [7], relevance: 4.9 }).drifting).toEqual(["p1"]);
    expect(measured({ quality: [7], relevance: 5 }).drifting).toEqual([]);
    expect(measured({ quality: [7], relevance: 1, names: (n) => n.toUpperCase() }).drifting).toEqual(["p1"]);
  });

  it("has trends of what was scored, and null for what was not", () => {
    expect(measured({ quality: [5, 6, 7], novelty: [8, 7, 6] }).trends).toEqual({
      quality: "improving",
      novelty: "declining",
      engagement: null,
      length: "stable",
    });
    expect(measured({ texts: ["A b c.", `${A} ${B} ${C}`] }).trends.length).toBe("improving");
  });
});

describe("the automatic score", () => {
  const none: Measured = {
    repetition: [],
    diminishingReturns: false,
    drifting: [],
    trends: { quality: null, novelty: null, engagement: null, length: null },
  };
  const score = (...rounds: (Partial<Measured> | null)[]) =>
    autoScore({
      rounds: rounds.flatMap((given, r) => (given ? [{ round: r + 1, ...none, ...given }] : [])),
      turns: rounds.flatMap((_, r) => [turn(r + 1, 1, ""), turn(r + 1, 2, "")]),
      assessments: rounds.map((given, r) => ({
        round: r + 1,
        assessments: ["p1", "p2"].map((participant) => ({
          participant,
          scores: {},
          score: 0,
          strengths: [],
          weaknesses: [],
        })),
        ...(given && { measured: { ...none, ...given } }),
      })),
    });
  const repetition = [{ turnId: "g1-r1-t2", with: "g1-r1-t1", overlap: 1, by: "overlap" as const }];

  it("is null where nothing was measured, and 100 where nothing was found", () => {
    expect([score(), score(null), score({}, null)]).toEqual([null, null, 100]);
  });

  it("loses by the shares that repeat and drift, and for diminishing returns", () => {
    expect(score({ repetition })).toBe(75);
    expect(score({ drifting: ["p1", "p2"] })).toBe(70);
    expect(score({ diminishingReturns: true }, {})).toBe(90);
    expect(
      score({ repetition: [...repetition, ...repetition], drifting: ["p1", "p2"], diminishingReturns: true }),
    ).toBe(0);
  });
});
