import { expect, it } from "vitest";
import { lookupQuery } from "../../../domain/prompts/parts/query.prompt-part.ts";
import { configFor, turnOf } from "../../support/debates/transcripts.ts";

const config = configFor();
const asked = (topic: string, position: string, text: string) =>
  lookupQuery({
    config: { topic },
    speaker: { id: "p1", position },
    turn: { sees: { round: 2, index: 1, count: 2 } },
    turns: [
      turnOf(config, { round: 1, index: 1 }, { text: "My own words." }),
      turnOf(config, { round: 1, index: 2 }, { text }),
    ],
  });

it("searches for the topic, the position and the newest turn of another", () => {
  expect(asked("Should cities ban cars?", "They should.", "They should not.")).toBe(
    "Should cities ban cars?\nThey should.\nThey should not.",
  );
  expect(asked("Should cities ban cars?", " ", "")).toBe("Should cities ban cars?");
});

it("lets no part drown the others", () => {
  const [topic, position, text] = ["t", "p", "x"].map((letter) => letter.repeat(10_000)) as [string, string, string];
  expect(
    asked(topic, position, text)
      .split("\n")
      .map((line) => [line[0], line.length]),
  ).toEqual([
    ["t", 2_000],
    ["p", 1_000],
    ["x", 3_000],
  ]);
});
