import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RUBRIC, rubricLines, verdictScore, weightedScore } from "../../../domain/judge/rubric.judging.ts";
import { CRITERIA } from "../../../domain/shapes/schemas/rubric.schema.ts";
import { scoresOf } from "../../support/debates/transcripts.ts";

describe("the rubric", () => {
  it("weighs logic, evidence and engagement 20 each, novelty and persuasiveness 15, relevance 10", () => {
    expect(CRITERIA.map((key) => [key, RUBRIC[key].weight])).toEqual([
      ["logic", 20],
      ["evidence", 20],
      ["engagement", 20],
      ["novelty", 15],
      ["persuasiveness", 15],
      ["relevance", 10],
    ]);
  });

  it("says of every criterion what 0 and 10 mean", () => {
    const lines = rubricLines();
    expect(lines).toHaveLength(CRITERIA.length);
    for (const [i, key] of CRITERIA.entries())
      expect(lines[i]).toMatch(new RegExp(`^- ${key} \\(.+ %\\): 0 = .+; 10 = .+`));
  });

  it("gives the four bands for novelty, and only there", () => {
    const banded = rubricLines().filter((line) => line.includes("Bands:"));
    expect(banded).toHaveLength(1);
    expect(banded[0]).toContain("8–10 new arguments, 4–7 mixed, 1–3 mostly repetition");
    expect(banded[0]).toContain("- novelty");
  });
});

describe("the weighted score", () => {
  it("is the weighted mean", () => {
    expect(weightedScore({ logic: 10, evidence: 5, engagement: 0, novelty: 8, persuasiveness: 4, relevance: 10 })).toBe(
      5.8,
    );
  });

  it("counts a criterion without a score as nothing", () => {
    expect(weightedScore({ logic: 10 })).toBe(2);
  });

  it("ignores what is no criterion", () => {
    expect(weightedScore(scoresOf(6, { charm: 10 }))).toBe(6);
  });

  it("lies between the lowest and the highest score, and the verdict's is ten times as much", () => {
    const score = fc.integer({ min: 0, max: 100 }).map((n) => n / 10);
    fc.assert(
      fc.property(fc.tuple(score, score, score, score, score, score), (values) => {
        const scores = Object.fromEntries(CRITERIA.map((key, i) => [key, values[i] ?? 0]));
        const mean = weightedScore(scores);
        expect(mean).toBeGreaterThanOrEqual(Math.min(...values) - 0.005);
        expect(mean).toBeLessThanOrEqual(Math.max(...values) + 0.005);
        expect(verdictScore(scores)).toBeCloseTo(mean * 10, 6);
      }),
    );
  });

  it("of a verdict reaches from 0 to 100", () => {
    expect([verdictScore(scoresOf(0)), verdictScore(scoresOf(10))]).toEqual([0, 100]);
  });
});
