import { describe, expect, it } from "vitest";
import { createCatalogue } from "../../../activities/models/index.ts";
import type { Durations } from "../../../domain/shapes/plan/plan.ts";
import { checkArms, checkExperiment, itemsOf } from "../../../features/experiments/domain/checks.experiment.ts";
import { debateOf } from "../../../features/experiments/domain/effective.ts";
import { cellCount, type Definition, extended, placeAt } from "../../../features/experiments/domain/experiment.ts";
import type { ItemRequest } from "../../../features/experiments/domain/request.experiment.ts";
import { resultsCsv } from "../../../features/experiments/domain/results.experiment.ts";
import type { ResultRow } from "../../../features/experiments/domain/schema.experiment.ts";

const catalogue = createCatalogue({
  providers: { openai: { apiKey: "key" } },
  defaultModel: null,
  defaultJudgeModel: "openai/gpt-5.5",
});

const BASE = {
  format: "round-limited",
  participants: [
    { name: "Ada", model: "openai/gpt-5.5" },
    { name: "Ben", model: "openai/gpt-5.5" },
  ],
};
const VALID = {
  name: "A name",
  base: BASE,
  items: [{ question: "Is 1 a number?" }],
  arms: [{ name: "debate", patch: {} }],
};

const itemOf = (request: ItemRequest) => itemsOf([request])[0] ?? expect.unreachable();

const problemsOf = (changes: object) =>
  checkExperiment({ ...VALID, ...changes }, catalogue).problems.map(({ pointer }) => pointer);

describe("an experiment's request", () => {
  it("needs a name, a base, items and arms, and has defaults for the rest", () => {
    expect(checkExperiment(VALID, catalogue).request).toMatchObject({ repetitions: 1, concurrency: 8 });
  });

  it.each([
    ["an arm's patch", { arms: [{ name: "a", patch: { maxRounds: 999 } }] }, ["/arms/0/patch/maxRounds"]],
    ["the base", { base: { ...BASE, maxRounds: 999 } }, ["/base/maxRounds"]],
    ["a patch of a topic", { arms: [{ name: "a", patch: { topic: "?" } }] }, ["/arms/0/patch/topic"]],
    ["a base that is a draft", { base: { ...BASE, start: false } }, ["/base/start"]],
    ["a base with a webhook", { base: { ...BASE, webhook: { url: "https://example.com" } } }, ["/base/webhook"]],
    ["an unknown field of a patch", { arms: [{ name: "a", patch: { nonsense: 1 } }] }, ["/arms/0/patch/nonsense"]],
    ["two arms of one name", { arms: [VALID.arms[0], VALID.arms[0]] }, ["/arms/1/name"]],
    ["an arm's name with a comma", { arms: [{ name: "a, b", patch: {} }] }, ["/arms/0/name"]],
    ["an arm without a patch or a baseline", { arms: [{ name: "a" }] }, ["/arms/0"]],
    ["an arm with both", { arms: [{ name: "a", patch: {}, baseline: { vote: 1 } }] }, ["/arms/0"]],
    ["a vote of nobody", { arms: [{ name: "a", baseline: { vote: 0 } }] }, ["/arms/0/baseline/vote"]],
    ["two items of one id", { items: [{ id: "i2", question: "?" }, { question: "?" }] }, ["/items/1/id"]],
    [
      "an expected answer that is no option",
      { items: [{ question: "?", answers: { type: "choice", options: ["yes", "no"] }, expected: "maybe" }] },
      ["/items/0/expected"],
    ],
    [
      "27 options",
      {
        items: [{ question: "?", answers: { type: "choice", options: Array.from({ length: 27 }, (_, i) => `o${i}`) } }],
      },
      ["/items/0/answers/options"],
    ],
    [
      "an expected answer that is no number",
      { items: [{ question: "?", answers: { type: "number" }, expected: "many" }] },
      ["/items/0/expected"],
    ],
    [
      "a reserved name in a patch",
      { arms: [{ name: "a", patch: { limits: { constructor: 1 } } }] },
      ["/arms/0/patch/limits/constructor"],
    ],
    ["too many cells", { items: Array.from({ length: 5_000 }, () => ({ question: "?" })), repetitions: 5 }, ["/items"]],
  ])("names %s by its pointer", (_what, changes, pointers) => {
    expect(problemsOf(changes)).toEqual(pointers);
  });
});

describe("an arm's debate", () => {
  const item = itemOf({ question: "Q?", answers: { type: "number" }, expected: 7 });

  it("is the base with the arm's patch, the item's question, and the marks of the experiment", () => {
    const mark = { experiment: "exp-1", arm: "five rounds", item: item.id, repetition: 2 };
    const debate = debateOf({ base: { ...BASE, tags: ["t"], maxRounds: 2 }, patch: { maxRounds: 5 }, item, mark });
    expect(debate).toEqual({
      ...BASE,
      answers: { type: "number" },
      conclusion: false,
      topic: "Q?",
      maxRounds: 5,
      tags: ["t", "exp-1", "five rounds"],
      metadata: { experiment: "exp-1", arm: "five rounds", item: "i1", repetition: "2" },
    });
    expect(item.expected).toBe("7");
    const concluding = debateOf({ base: BASE, patch: { conclusion: true }, item, mark });
    expect(concluding).toMatchObject({ conclusion: true });
  });
});

describe("more arms", () => {
  const definition: Definition = {
    id: "exp-1",
    name: "A name",
    base: BASE,
    arms: [{ name: "debate", patch: {} }],
    items: 3,
    repetitions: 2,
    concurrency: 8,
    budget: null,
    durations: {} as Durations,
    continueAfterEvents: 1_000,
    createdAt: "2026-11-21T05:12:54.000Z",
  };

  it("must differ by name from those that are there, and are added once, however often", () => {
    const item = itemOf({ question: "Q?" });
    const again = checkArms({ arms: [{ name: "debate", patch: {} }] }, { definition, item, catalogue });
    expect(again.problems.map(({ pointer }) => pointer)).toEqual(["/arms/0/name"]);
    const extension = { from: 1, arms: [{ name: "more", patch: {} }], budget: { maxTokens: 5 }, token: "t" };
    const once = extended(definition, extension);
    expect(extended(once, extension)).toEqual(once);
    expect([once.arms.length, once.budget]).toEqual([2, { maxTokens: 5 }]);
  });

  it("leave every cell in one place: item by item, repetition by repetition", () => {
    const places = Array.from({ length: cellCount(definition) }, (_, n) => placeAt(n, definition));
    expect(places.map(({ item, repetition }) => [repetition, item])).toEqual([
      [1, 0],
      [1, 1],
      [1, 2],
      [2, 0],
      [2, 1],
      [2, 2],
    ]);
  });
});

describe("results as CSV", () => {
  it("quote what must be quoted, and no spreadsheet runs them", () => {
    const row: ResultRow = {
      arm: "a",
      item: "i1",
      repetition: 1,
      answer: '=HYPERLINK("http://example.com")',
      expected: "-3.5",
      correct: null,
      debate: null,
      calls: 1,
      inputTokens: 2,
      outputTokens: 3,
      costUsd: 0.1,
      error: "two\nlines, and a comma",
    };
    const [, ...lines] = resultsCsv([row]).split("\r\n");
    expect(lines[0]).toBe(`a,i1,1,"'=HYPERLINK(""http://example.com"")",-3.5,,,1,2,3,0.1,"two\nlines, and a comma"`);
    expect(resultsCsv([{ ...row, answer: "@SUM(A1)", expected: "+1+1", error: null }])).toContain(",'@SUM(A1),'+1+1,");
  });
});
