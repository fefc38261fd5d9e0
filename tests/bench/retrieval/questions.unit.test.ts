/** The labelled questions are what README.md beside them says. */
import { describe, expect, it } from "vitest";
import { HALVES, KINDS, type Question, readQuestions, readTexts } from "./read.ts";

const MOST_CHARACTERS = 400_000;
const QUESTIONS = readQuestions();
const TEXTS = readTexts();

const textOf = ({ file }: Question) => TEXTS.get(file) ?? "";
const wordsOf = (text: string) => new Set(text.toLowerCase().match(/\p{L}{5,}/gu));
/** Of five letters or more, with the answer. */
const sharedOf = ({ question, spans }: Question) => wordsOf(question).intersection(wordsOf(spans.join(" "))).size;
const meanShared = (kind: Question["kind"]) => {
  const shared = QUESTIONS.filter((one) => one.kind === kind).map(sharedOf);
  return shared.reduce((sum, each) => sum + each, 0) / shared.length;
};
/** Which third of its text an answer stands in. */
const thirdOf = (one: Question) => Math.floor((3 * textOf(one).indexOf(one.spans[0] ?? "")) / textOf(one).length);

describe("the labelled questions", () => {
  it("are 60 on ten texts, a third of each kind, half for tuning", () => {
    expect(QUESTIONS).toHaveLength(60);
    expect(TEXTS.size).toBe(10);
    expect([...TEXTS.values()].join("").length).toBeLessThanOrEqual(MOST_CHARACTERS);
    expect(new Set(QUESTIONS.map(({ question }) => question)).size).toBe(60);
    for (const kind of KINDS) {
      for (const half of HALVES)
        expect(QUESTIONS.filter((one) => one.kind === kind && one.half === half)).toHaveLength(10);
      for (const file of TEXTS.keys())
        expect(QUESTIONS.filter((one) => one.kind === kind && one.file === file)).toHaveLength(2);
    }
  });

  it("ask for two answers in each third of each text", () => {
    for (const file of TEXTS.keys()) {
      const thirds = QUESTIONS.filter((one) => one.file === file).map(thirdOf);
      expect(
        thirds.toSorted((a, b) => a - b),
        file,
      ).toEqual([0, 0, 1, 1, 2, 2]);
    }
  });

  it.each(QUESTIONS)("“$question” has answers that stand once in its text and not in itself", (one) => {
    expect(one.spans.length).toBeGreaterThan(0);
    for (const span of one.spans) {
      expect(textOf(one).split(span)).toHaveLength(2);
      expect(one.question).not.toContain(span);
    }
  });

  it("are of their kind: only the first shares its answer's words, and arguments have several sentences", () => {
    expect(meanShared("words")).toBeGreaterThan(1.5);
    expect(meanShared("paraphrase")).toBeLessThan(0.2);
    expect(meanShared("argument")).toBeLessThan(1);
    for (const { kind, question } of QUESTIONS) {
      const sentences = question.match(/[.?](?= |$)/g)?.length ?? 0;
      expect(sentences, question).toBeGreaterThanOrEqual(kind === "argument" ? 2 : 1);
      expect(sentences, question).toBeLessThanOrEqual(kind === "argument" ? 3 : 1);
    }
  });
});
