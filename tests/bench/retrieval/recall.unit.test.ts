/** The search by words finds what it found when these figures were written down, less two questions of 60. */
import { describe, expect, it } from "vitest";
import { createWordIndex, nearestByWords } from "../../../domain/rules/retrieval/lexical.ts";
import { splitPages } from "../../../domain/shapes/files/passages.files.ts";
import { tidy } from "../../../domain/shapes/files/tidy.ts";
import { chanceAt, type Outcome, recallAt, reciprocalRank, USUAL } from "./figures.ts";
import { measure } from "./measure.ts";
import { readTexts } from "./read.ts";
import { rightPassages } from "./right.ts";

/** As files are split and searched. */
function outcomesByWords(): Promise<Outcome[]> {
  const passages = new Map(
    [...readTexts()].map(([file, text]) => [file, splitPages([tidy(text)]).map(([, part]) => part)] as const),
  );
  const documents = [...passages].flatMap(([file, parts]) =>
    parts.map((text, i) => ({ id: `${file}#${i + 1}`, file, n: i + 1, text })),
  );
  const byId = new Map(documents.map((document) => [document.id, document]));
  const index = createWordIndex(documents);
  return measure(passages, async ({ query, topK }) =>
    nearestByWords(index, query, topK).flatMap(({ id }) => byId.get(id) ?? []),
  );
}

describe("the search by words", () => {
  it("finds an answer among the first eight passages for 55 of 100 questions, and for nearly all in its words", async () => {
    const outcomes = await outcomesByWords();
    const inWords = outcomes.filter(({ question }) => question.kind === "words");
    expect(outcomes).toHaveLength(60);
    expect(outcomes.every(({ right }) => right > 0)).toBe(true);
    expect(recallAt(USUAL, outcomes)).toBeGreaterThanOrEqual(0.55);
    expect(recallAt(USUAL, inWords)).toBeGreaterThanOrEqual(0.95);
    expect(reciprocalRank(outcomes)).toBeGreaterThanOrEqual(0.45);
  });
});

describe("a figure", () => {
  const outcome = (rank: number | null, right = 1): Outcome => ({
    question: { kind: "words", half: "tuning" },
    right,
    rank,
  });

  it("counts a passage that holds more than half of an answer", () => {
    const passages = ["A toll is a price. It ", "has a gate. ", "It has a gate"];
    expect(rightPassages(passages, ["It has a gate."])).toEqual(new Set([2]));
    expect(rightPassages(passages, ["A toll is a price.", "has a gate. It has"])).toEqual(new Set([1, 2]));
    expect(rightPassages(passages, ["A toll is free."])).toEqual(new Set());
  });

  it("is the share of questions, the mean of reciprocal ranks, or the chance of a blind draw", () => {
    const outcomes = [outcome(1), outcome(9), outcome(4), outcome(null)];
    expect([recallAt(1, outcomes), recallAt(4, outcomes), recallAt(USUAL, outcomes)]).toEqual([0.25, 0.5, 0.5]);
    expect(reciprocalRank([outcome(1), outcome(4), outcome(null), outcome(2)])).toBe((1 + 0.25 + 0.5) / 4);
    expect(chanceAt(8, 16, [outcome(1)])).toBeCloseTo(0.5);
    expect(chanceAt(2, 4, [outcome(1, 2)])).toBeCloseTo(1 - (2 / 4) * (1 / 3));
  });
});
