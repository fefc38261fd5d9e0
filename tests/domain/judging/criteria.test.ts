import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordsOf } from "../../../domain/base/words/words.ts";
import { rubricLines, rubricOf, verdictScore, weightedScore } from "../../../domain/judge/rubric.judging.ts";
import { checkRequest } from "../../../domain/play/beginning/checks.beginning.ts";
import { configOf } from "../../../domain/play/beginning/configure.beginning.ts";
import { buildAssessmentPrompt, readAssessment } from "../../../domain/prompts/for-judge/assessment.judge-prompt.ts";
import { buildVerdictPrompt, readVerdict } from "../../../domain/prompts/for-judge/verdict.judge-prompt.ts";
import { columnsOf, scoreCells } from "../../../domain/show/report/names.report.ts";
import { assessmentOf, configFor, replyOf, roundsOf, verdictOf } from "../../support/debates/transcripts.ts";
import { catalogueOf } from "../../support/models/catalogue.ts";

const CRITERIA = [
  { name: "Clarity", weight: 3, description: "Can a layman follow?" },
  { name: "Cost sense", weight: 1 },
];
const base = configFor();
const withCriteria = (criteria = CRITERIA) => ({ ...base, judge: { ...base.judge!, criteria } });
const turns = roundsOf(base, 1);
const turnIds = turns.map((turn) => turn.id);
const active = ["p1", "p2"];

const request = (judge: object, changes: object = {}) => ({
  topic: "Should cities ban cars?",
  format: "round-limited",
  participants: ["Ada", "Ben"].map((name) => ({ name, model: "demo/debater" })),
  judge: { model: "demo/judge", ...judge },
  ...changes,
});
const pointers = (body: unknown) => checkRequest(body, catalogueOf()).problems.map((p) => p.pointer);

describe("criteria on a request", () => {
  it("are kept with the judge", () => {
    const checked = checkRequest(request({ criteria: CRITERIA }), catalogueOf());
    expect(checked.problems).toEqual([]);
    expect(checked.request && configOf(checked.request, catalogueOf()).judge?.criteria).toEqual(CRITERIA);
  });

  const many = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `C ${i}`, weight: 1 }));
  it.each([
    ["none", [], "/judge/criteria"],
    ["more than twelve", many(13), "/judge/criteria"],
    ["two of one name, letter case aside", [CRITERIA[0], { name: "clarity", weight: 9 }], "/judge/criteria/1/name"],
    ["a weight of nothing", [{ name: "Clarity", weight: 0 }], "/judge/criteria/0/weight"],
    ["a weight below nothing", [{ name: "Clarity", weight: -1 }], "/judge/criteria/0/weight"],
    ["no name", [{ name: " ", weight: 1 }], "/judge/criteria/0/name"],
    ["a name of an object's own", [{ name: "__proto__", weight: 1 }], "/judge/criteria/0/name"],
    ["a name of two lines", [{ name: "a\nb", weight: 1 }], "/judge/criteria/0/name"],
    ["a description of two lines", [{ name: "a", weight: 1, description: "b\nc" }], "/judge/criteria/0/description"],
    ["an unknown field", [{ name: "a", weight: 1, worth: 1 }], "/judge/criteria/0/worth"],
  ])("are refused at their pointer: %s", (_, criteria, pointer) => {
    expect(pointers(request({ criteria }))).toEqual([pointer]);
  });

  it("may be twelve", () => {
    expect(pointers(request({ criteria: many(12) }))).toEqual([]);
  });

  it("belong to the formats that score: dialectic refuses them", () => {
    expect(pointers(request({ criteria: CRITERIA }, { format: "dialectic" }))).toEqual(["/judge/criteria"]);
  });
});

describe("the rubric of an owner's criteria", () => {
  it("tells the judge the weights in percent, what was described, and what 0 and 10 mean", () => {
    expect(rubricLines(rubricOf(withCriteria().judge))).toEqual([
      "- c1 (Clarity, 75 %): Can a layman follow? 0 = not at all; 10 = fully.",
      "- c2 (Cost sense, 25 %): 0 = not at all; 10 = fully.",
    ]);
  });

  it("replaces the built-in one in the prompt, with a system prompt of the judge's own too", () => {
    const plain = buildAssessmentPrompt({ config: withCriteria(), round: 1, turns, assessments: [] });
    expect(plain.system).toContain("Cost sense, 25 %");
    expect(plain.system).not.toContain("persuasiveness");
    const config = { ...base, judge: { ...withCriteria().judge, systemPrompt: "Judge." } };
    const own = buildVerdictPrompt({ config, turns, endedBy: "limit" });
    expect(own.messages[0]?.content[0]).toContain("Cost sense, 25 %");
  });

  it("has its names as keys of the schema where every provider takes them, else numbers", () => {
    const keys = (names: string[]) => {
      const config = withCriteria(names.map((name) => ({ name, weight: 1, description: "d" })));
      const { output } = buildVerdictPrompt({ config, turns, endedBy: "limit" });
      const { criterionScores } = (output!.schema as { properties: { criterionScores: { properties: object } } })
        .properties;
      return (Object.values(criterionScores.properties) as { required: string[] }[])[0]?.required;
    };
    expect(keys(["clarity", "cost-sense"])).toEqual(["clarity", "cost-sense"]);
    expect(keys(["clarity", "Cost sense"])).toEqual(["c1", "c2"]);
    expect(keys(["c2", "größe"])).toEqual(["c1", "c2"]);
  });

  it("weighs by any positive numbers: only their proportion counts", () => {
    const number = fc.double({ min: 0.01, max: 1000, noNaN: true });
    const score = fc.integer({ min: 0, max: 100 }).map((n) => n / 10);
    fc.assert(
      fc.property(fc.array(fc.tuple(number, score), { minLength: 1, maxLength: 12 }), number, (given, factor) => {
        const rubric = (k: number) => rubricOf({ criteria: given.map(([w], i) => ({ name: `n${i}`, weight: w * k })) });
        const scores = Object.fromEntries(given.map(([, s], i) => [`n${i}`, s]));
        const values = given.map(([, s]) => s);
        const mean = weightedScore(scores, rubric(1));
        expect(weightedScore(scores, rubric(factor))).toBeCloseTo(mean, 1);
        expect(mean).toBeGreaterThanOrEqual(Math.min(...values) - 0.005);
        expect(mean).toBeLessThanOrEqual(Math.max(...values) + 0.005);
        expect(verdictScore(scores, rubric(1))).toBeCloseTo(mean * 10, 6);
      }),
    );
  });
});

describe("a judge's answer by an owner's criteria", () => {
  const round = (scores: object) => {
    const {
      id: _id,
      judge: _judge,
      round: _round,
      usage: _u,
      costUsd: _c,
      latencyMs: _l,
      attempt: _a,
      at: _at,
      ...rest
    } = assessmentOf(base, 1);
    const assessments = rest.assessments.map(({ score: _score, ...a }) => ({ ...a, scores }));
    const rules = { config: withCriteria(), round: 1, active, turnIds };
    return readAssessment(JSON.stringify({ ...rest, assessments }), rules);
  };

  it("is kept under the criteria's names, with the weighted score", () => {
    const reading = round({ c1: 8, c2: 4 });
    expect(reading).toMatchObject({
      ok: true,
      value: { assessments: [{ scores: { Clarity: 8, "Cost sense": 4 }, score: 7 }, { score: 7 }] },
    });
  });

  it("is refused when it scores by the built-in rubric, out of range, or leaves a criterion out", () => {
    expect(round({ c1: 8, c2: 11 })).toMatchObject({ ok: false });
    const reading = round({ c1: 8, logic: 4 });
    expect(reading.ok ? [] : reading.faults).toContain("assessments[0].scores.c2 is missing.");
  });

  it("may be a verdict, whose scores and findings have the names too", () => {
    const given = {
      ...replyOf(verdictOf(base)),
      criterionScores: { p1: { c1: 10, c2: 6 }, p2: { c1: 5, c2: 9 } },
      criteria: { c1: "See g1-r1-t2.", c2: "Thin." },
    };
    expect(
      readVerdict(JSON.stringify(given), { config: withCriteria(), active, turnIds, isFirst: true }),
    ).toMatchObject({
      ok: true,
      value: {
        scores: { p1: 90, p2: 60 },
        criterionScores: { p1: { Clarity: 10, "Cost sense": 6 } },
        criteria: { Clarity: "See g1-r1-t2.", "Cost sense": "Thin." },
      },
    });
  });

  it("is refused when a verdict cites a turn that does not exist, each such turn named once", () => {
    const made = {
      ...replyOf(verdictOf(base)),
      reasoning: "As g1-r7-t1 shows.",
      insights: ["g1-r7-t1 again, unlike g1-r1-t1."],
    };
    expect(readVerdict(JSON.stringify(made), { config: base, active, turnIds, isFirst: true })).toEqual({
      ok: false,
      faults: ["Turn g1-r7-t1 is cited, but there is no such turn."],
    });
  });
});

describe("a report's columns", () => {
  const tale = { debate: { participants: [], maxRounds: 1, judge: { criteria: CRITERIA } }, words: wordsOf({}) };

  it("are the criteria in the owner's order, whatever order the scores come in", () => {
    const columns = columnsOf(tale, [{ "Cost sense": 1, Clarity: 2 }]);
    expect(columns.map(({ title }) => title)).toEqual(["Clarity", "Cost sense"]);
    expect(scoreCells({ "Cost sense": 1 }, columns)).toEqual(["–", 1]);
  });

  it("of a round that a fork took over are those which that round was scored by", () => {
    expect(columnsOf(tale, [{ logic: 5, Clarity: 2 }, { logic: 6 }]).map(({ name }) => name)).toEqual([
      "Clarity",
      "logic",
    ]);
  });
});
