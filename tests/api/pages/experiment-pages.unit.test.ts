/** What the pages of experiments and schedules make of data: the matrix and its filters, the form's request, times in words. */
import { describe, expect, test } from "vitest";
import { itemsOfWriting } from "../../../features/experiments/domain/items-text.experiment.ts";
import { ExperimentRequest } from "../../../features/experiments/domain/request.experiment.ts";
import type { ResultRow } from "../../../features/experiments/domain/schema.experiment.ts";
import { requestOf } from "../../../features/experiments/pages/asked.ts";
import { fits, KINDS, type Kind, rowsOf } from "../../../features/experiments/pages/matrix-rows.ts";
import { inTime, whenText } from "../../../features/schedules/pages/when.ts";

const ARMS = ["single", "vote", "debate"];
const NO_CALLS = { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };

function cell(arm: string, answer: string | null, rest: Partial<ResultRow> = {}): ResultRow {
  const correct = answer === null ? null : answer === "yes";
  const about = { item: "i1", repetition: 1, expected: "yes", debate: null, error: null };
  return { ...about, ...NO_CALLS, arm, answer, correct, ...rest };
}

const items = ["i2", "i1"].map((id) => ({
  id,
  question: `Of ${id}?`,
  answers: { type: "text" } as const,
  expected: "yes",
}));
const matrixOf = (cells: ResultRow[]) => rowsOf(cells, { arms: ARMS, items });

describe("The matrix", () => {
  test("has a row for each item and repetition, in the order of the items, and a place for each arm.", () => {
    const cells = [
      cell("debate", "yes", { repetition: 2 }),
      cell("debate", "no"),
      cell("single", "yes", { item: "i2" }),
      cell("gone", "yes"),
    ];
    const rows = matrixOf(cells);
    expect(rows.map(({ question, repetition }) => [question, repetition])).toEqual([
      ["Of i2?", 1],
      ["Of i1?", 1],
      ["Of i1?", 2],
    ]);
    expect(rows.map((row) => row.cells.map((each) => each?.answer))).toEqual([
      ["yes"],
      [undefined, undefined, "no"],
      [undefined, undefined, "yes"],
    ]);
  });

  const FAILED = cell("vote", null, { error: "no answer came" });
  test.each<[string, ResultRow[], Kind[], Kind[]]>([
    ["all right", [cell("single", "yes"), cell("debate", "yes")], ["all"], ["all"]],
    [
      "the debate is wrong",
      [cell("single", "yes"), cell("debate", "no")],
      ["all", "disagree", "wrong"],
      ["all", "disagree", "wrong"],
    ],
    ["another arm is wrong", [cell("single", "no"), cell("debate", "no")], ["all", "wrong"], ["all", "wrong"]],
    ["only the vote differs", [cell("single", "yes"), cell("vote", "no")], ["all", "disagree", "wrong"], ["all"]],
    ["one failed", [cell("single", "yes"), FAILED], ["all", "failed"], ["all"]],
    ["no answer beside one", [cell("single", "yes"), cell("debate", null)], ["all", "disagree"], ["all", "disagree"]],
  ])("is filtered by what is asked, of any arm or of the debate: %s.", (_, cells, ofAny, ofDebate) => {
    const [row] = matrixOf(cells);
    const kinds = (arm: string | null) => KINDS.filter((kind) => row && fits(row, { kind, arm }));
    expect([kinds(null), kinds("debate")]).toEqual([ofAny, ofDebate]);
  });
});

describe("The form of an experiment", () => {
  test("says a request that the API takes.", () => {
    const data = new FormData();
    const fields = {
      name: "Numbers",
      questions: "Is 7 = 7? = yes\n\nIs 8 prime?",
      form: "yes-no",
      preset: "mine",
      maxCostUsd: "2.5",
    };
    for (const [name, value] of Object.entries(fields)) data.set(name, value);
    for (const arm of ["single", "debate"]) data.append("arm", arm);
    const request = requestOf(data, [{ name: "mine", request: { topic: "Not this", maxRounds: 2 } }]);
    expect(ExperimentRequest.parse(request)).toMatchObject({
      base: { maxRounds: 2 },
      items: [{ question: "Is 7 = 7?", expected: "yes" }, { question: "Is 8 prime?" }],
      arms: [{ name: "one answer" }, { name: "debate" }],
      budget: { maxCostUsd: 2.5 },
    });
    expect(request.base).not.toHaveProperty("topic");
  });

  test("takes lines of JSON as they are, and tells which are none.", () => {
    expect(itemsOfWriting('{"question":"A?"}\n\n{"question":\n')).toEqual({ items: [{ question: "A?" }], faults: [3] });
  });
});

test.each([
  [{ cron: "0 9 * * 1", interval: null, timeZone: "Europe/Berlin" }, "At 09:00, only on Monday (Europe/Berlin)"],
  [{ cron: null, interval: "90s", timeZone: "UTC" }, "Every 90 seconds"],
  [{ cron: null, interval: "1d", timeZone: "UTC" }, "Every day"],
])("A schedule's time is told in words: %j.", (schedule, words) => {
  expect(whenText(schedule)).toBe(words);
});

test("A time to come is told in the largest unit of which there are two.", () => {
  const after = (seconds: number) => inTime(new Date(seconds * 1_000).toISOString(), 0);
  expect([after(35 * 3_600), after(50 * 3_600), after(150), after(0)]).toEqual([
    "in 35 hours",
    "in 2 days",
    "in 3 minutes",
    "in 0 seconds",
  ]);
});
