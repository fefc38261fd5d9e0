import { expect, it } from "vitest";
import { countRounds } from "../../../domain/rules/answers/count-rounds.ts";
import type { AnswerForm } from "../../../domain/shapes/schemas/answer-form.ts";
import { answerOf } from "../../../features/experiments/domain/answer-of.ts";
import { configFor, resultOf, turnOf, verdictOf } from "../../support/debates/transcripts.ts";

const form: AnswerForm = { type: "choice", options: ["yes", "no"] };
const config = { ...configFor({ speakers: 3 }), answers: form };

it("An experiment knows who gave each answer, also where somebody is missing in a round.", () => {
  const given = [
    [1, "p1", "yes"],
    [1, "p2", "no"],
    [1, "p3", "no"],
    [2, "p2", "yes"],
    [2, "p3", "no"],
  ] as const;
  const turns = given.map(([round, participantId, answer], i) =>
    turnOf(config, { round, index: i + 1 }, { participantId, answer: { reasoning: "So.", answer, confidence: 60 } }),
  );
  const { verdict: _verdict, ...common } = resultOf(verdictOf(config));
  const result = { ...common, type: "plurality" as const, plurality: countRounds({ config, turns, groups: null }) };
  expect(answerOf(result, { config, form, seed: "s" })).toEqual({
    answer: "yes",
    rounds: [
      { by: ["p1", "p2", "p3"], answers: ["yes", "no", "no"] },
      { by: ["p2", "p3"], answers: ["yes", "no"] },
    ],
  });
});
