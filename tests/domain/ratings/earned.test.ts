/** Rates of right answers by level of support, and what is said of them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordsOf } from "../../../domain/base/words/words.ts";
import { type KnownCase, knownCase } from "../../../domain/judge/known-case.ts";
import { earnedBy, earnedLines } from "../../../domain/show/report/earned.report.ts";
import { calibrationOf } from "../../../features/ratings/domain/calibration.rating.ts";
import { earnedLevels, independentCases } from "../../../features/ratings/domain/earned.rating.ts";
import { runs } from "../../support/debates/runs.ts";

const LEVELS = ["strong", "moderate", "weak", "contested"] as const;

const known = (n: number, changes: Partial<KnownCase> = {}): KnownCase => ({
  debate: `deb-${String(n).padStart(4, "0")}`,
  from: "owner",
  level: "strong",
  margin: 20,
  probability: null,
  isRight: true,
  question: `q${n}`,
  demo: false,
  ...changes,
});

/** So many cases, of which the first are wrong. */
const some = (count: number, { wrong = 0, ...changes }: Partial<KnownCase> & { wrong?: number } = {}) =>
  Array.from({ length: count }, (_, i) => known(i, { isRight: i >= wrong, ...changes }));

describe("the tally", () => {
  it("counts by level, with Wilson's interval: 5 of 7 are 36 to 92 %", () => {
    const { cases, levels } = earnedLevels([
      ...some(7, { wrong: 2 }),
      ...some(3, { level: "weak" }).map((one) => ({ ...one, debate: `w-${one.debate}`, question: `w${one.question}` })),
    ]);
    expect(cases).toBe(10);
    expect(levels.map(({ level, count, of }) => [level, count, of])).toEqual([
      ["strong", 5, 7],
      ["moderate", 0, 0],
      ["weak", 3, 3],
      ["contested", 0, 0],
    ]);
    expect(levels[0]?.low).toBeCloseTo(0.3589, 4);
    expect(levels[0]?.high).toBeCloseTo(0.9178, 4);
    expect(levels[1]).toMatchObject({ share: null, low: null, high: null });
  });

  it("takes an owner's report before the expected answer of the same debate", () => {
    const both = [known(1, { from: "expected", isRight: true }), known(1, { from: "owner", isRight: false })];
    for (const cases of [both, both.toReversed()]) expect(independentCases(cases)).toEqual([both[1]]);
  });

  it("counts debates on one question once, by the oldest, and the demo's only where there are no others", () => {
    const twice = [known(2, { question: "q", isRight: false }), known(1, { question: "q" })];
    expect(independentCases(twice)).toEqual([twice[1]]);
    const canned = known(3, { demo: true });
    expect(independentCases([canned, ...twice])).toEqual([twice[1]]);
    expect(earnedLevels([canned])).toMatchObject({ cases: 1, demo: true });
  });

  it("is the same in whatever order cases are read, and however often", () => {
    const one = fc.record({
      debate: fc.constantFrom("deb-1", "deb-2", "deb-3"),
      from: fc.constantFrom("owner" as const, "expected" as const),
      level: fc.constantFrom(...LEVELS),
      margin: fc.option(fc.nat(40), { nil: null }),
      probability: fc.constant(null),
      isRight: fc.boolean(),
      demo: fc.boolean(),
    });
    // A debate has one case of each source, and one question.
    const cases = fc.uniqueArray(one, { selector: ({ debate, from }) => `${debate} ${from}` }).map((all) =>
      all.map((each) => ({
        ...each,
        question: each.debate === "deb-3" ? "other" : "same",
        demo: each.debate === "deb-1",
      })),
    );
    fc.assert(
      fc.property(cases, fc.func(fc.integer()), (all, keyOf) => {
        const shuffled = all.toSorted((a, b) => keyOf(a.debate, a.from) - keyOf(b.debate, b.from));
        expect(earnedLevels(shuffled)).toEqual(earnedLevels(all));
        expect(earnedLevels([...all, ...all])).toEqual(earnedLevels(all));
      }),
      { numRuns: runs(500) },
    );
  });
});

it("debates are on one question by their words, context and exhibits", () => {
  const config = { topic: "Is tea better than coffee?", demo: false };
  const support = { level: "weak" as const, margin: null };
  const questionOf = (changes: object) =>
    knownCase({ debate: "d", from: "owner", isRight: true, config: { ...config, ...changes }, support }).question;
  const own = questionOf({});
  expect(own).toMatch(/^[0-9a-f]{16}$/);
  expect(questionOf({ topic: "is tea BETTER than coffee" })).toBe(own);
  const others = [{ topic: "Is coffee better than tea?" }, { context: "At night." }, { exhibits: [{ id: "E1" }] }];
  expect(new Set([own, ...others.map(questionOf)]).size).toBe(4);
});

describe("what is told beside a level", () => {
  const english = wordsOf({});
  const told = (
    cases: KnownCase[],
    { demo = false, level = "strong" }: Partial<Pick<KnownCase, "demo" | "level">> = {},
  ) => earnedLines({ level }, earnedBy({ demo }, earnedLevels(cases)), english);

  it("is the count with its interval", () => {
    expect(told(some(7, { wrong: 2 }))).toEqual([
      "Of 7 answers at this level with a known outcome, 5 were right (36–92 %).",
    ]);
    expect(told(some(1))).toEqual(["The one answer at this level with a known outcome was right (21–100 %)."]);
    expect(told(some(1, { wrong: 1 }))).toEqual([
      "The one answer at this level with a known outcome was wrong (right: 0–79 %).",
    ]);
  });

  it("is nothing where nothing is known of the level", () => {
    expect(told([])).toEqual([]);
    expect(told(some(7), { level: "weak" })).toEqual([]);
  });

  it("keeps the demo's answers and others apart", () => {
    expect(told(some(7), { demo: true })).toEqual([]);
    expect(told(some(7, { demo: true }))).toEqual([]);
    expect(told(some(7, { demo: true }), { demo: true })).toHaveLength(1);
  });

  it("is in the report's language", () => {
    const rates = earnedBy({ demo: false }, earnedLevels(some(7, { wrong: 2 })));
    expect(earnedLines({ level: "strong" }, rates, wordsOf({ language: "de" }))).toEqual([
      "Von 7 Antworten dieser Stufe, deren Ausgang bekannt ist, waren 5 richtig (36–92 %).",
    ]);
  });
});

describe("a calibration", () => {
  const USUAL = { right: 90, confidence: 95 };
  const of = (...parts: KnownCase[][]) =>
    parts.flatMap((part, i) =>
      part.map((one) => ({ ...one, debate: `${i}-${one.debate}`, question: `${i}-${one.question}` })),
    );

  it("says nothing on fewer than 100 answers, however many were right", () => {
    expect(calibrationOf(some(99), USUAL)).toMatchObject({
      cases: 99,
      fewest: 100,
      thresholds: [],
      threshold: null,
      says: null,
    });
    expect(calibrationOf(some(100), USUAL).says).not.toBeNull();
  });

  it("finds the laxest support that was shown, and says which answers it keeps", () => {
    const cases = of(
      some(80, { wrong: 2 }),
      some(50, { wrong: 2, level: "moderate" }),
      some(10, { wrong: 1, level: "moderate", margin: 3 }),
      some(60, { wrong: 30, level: "weak" }),
      some(10, { wrong: 5, level: "contested", margin: null }),
    );
    const { thresholds, threshold, says } = calibrationOf(cases, USUAL);
    expect(thresholds.map(({ level, isClear, of: kept, outcome }) => [level, isClear, kept, outcome])).toEqual([
      ["strong", false, 80, "shown"],
      ["moderate", true, 130, "shown"],
      ["moderate", false, 140, "shown"],
      ["weak", true, 200, "not_shown"],
      ["contested", false, 210, "not_tested"],
    ]);
    expect(threshold).toMatchObject({ level: "moderate", isClear: false, count: 135, of: 140 });
    expect(says).toBe(
      "Answers with strong or moderate support, taken together, are right in at least 90 %, at 95 % confidence.",
    );
  });

  it("may end within a level, where its clear winners are right and its close ones are not", () => {
    const moderate = of(
      some(90, { wrong: 2, level: "moderate" }),
      some(60, { wrong: 30, level: "moderate", margin: 3 }),
    );
    expect(calibrationOf(moderate, USUAL).says).toBe(
      "Clear answers with moderate support are right in at least 90 %, at 95 % confidence.",
    );
    expect(calibrationOf(of(some(50), moderate), USUAL).says).toBe(
      "Answers with strong support, and clear ones with moderate support, taken together, are right in at least 90 %, at 95 % confidence.",
    );
  });

  it("takes an answer for clear by the ballots' probability too", () => {
    const likely = { level: "weak", margin: null } as const;
    const cases = of(some(60, { ...likely, probability: 75 }), some(60, { ...likely, probability: 74.9, wrong: 30 }));
    const [clear, rest] = calibrationOf(cases, USUAL).thresholds;
    expect([clear, rest]).toMatchObject([
      { isClear: true, of: 60, outcome: "shown" },
      { isClear: false, of: 120, outcome: "not_shown" },
    ]);
  });

  it("says nothing where it was not shown, though the rate may be high", () => {
    const { thresholds, threshold, says } = calibrationOf(some(100, { wrong: 6 }), USUAL);
    expect(thresholds[0]).toMatchObject({ share: 0.94, outcome: "not_shown" });
    expect([threshold, says]).toEqual([null, null]);
    expect(calibrationOf(some(100, { wrong: 6 }), { right: 80, confidence: 95 }).says).toBe(
      "Answers with strong support are right in at least 80 %, at 95 % confidence.",
    );
  });

  it("keeps with each threshold all that the ones before it keep", () => {
    const one = fc.record({
      level: fc.constantFrom(...LEVELS),
      margin: fc.option(fc.integer({ min: -20, max: 40 }), { nil: null }),
      probability: fc.option(fc.nat(100), { nil: null }),
      isRight: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(one, { minLength: 100, maxLength: 200 }), (all) => {
        const { thresholds } = calibrationOf(
          all.map((each, i) => known(i, each)),
          USUAL,
        );
        const counts = thresholds.map((each) => each.of);
        expect(counts).toEqual([...new Set(counts)].toSorted((a, b) => a - b));
        expect(counts.at(-1)).toBe(all.length);
      }),
      { numRuns: runs(300) },
    );
  });
});
