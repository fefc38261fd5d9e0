/** The judge's confidence in a dialectic round. */

import { buildEvaluationPrompt, readEvaluation } from "../../prompts/for-judge/evaluation.judge-prompt.ts";
import type { Evaluation } from "../../shapes/schemas/evaluation.schema.ts";
import { eventOf, FREE } from "../assumptions/assumed.ts";
import { EVALUATIONS } from "../records/kinds.record.ts";
import { defineAct } from "./act.ts";

const BELOW_ANY_THRESHOLD = -1;

export const evaluateRound = defineAct({
  name: "evaluateRound",
  reads: () => "blind transcript",
  watchesWindow: true,
  prompt: (shown, { round }, view) => buildEvaluationPrompt({ ...shown, round, view }),
  read: (text, { shown }) => readEvaluation(text, shown),
  kind: EVALUATIONS,
  make: ({ value, scene: { asked, blind }, model, bill }): Evaluation => ({
    ...blind.reveal(value),
    id: asked.id,
    round: asked.round,
    judge: model,
    ...bill,
  }),
  event: (evaluation, { round }) => ({ type: "evaluation.completed", at: evaluation.at, data: { round, evaluation } }),
  said: ({ confidence, reasoning }) => `confidence ${confidence}. ${reasoning}`,
  assumed: {
    tokens: () => 120,
    events: (_, { state: { round }, of: { endsEarly } }) => {
      const confidence = endsEarly ? 100 : BELOW_ANY_THRESHOLD;
      return [
        eventOf("evaluation.completed", { round, evaluation: { round, confidence, bestRefinement: null, ...FREE } }),
      ];
    },
  },
});
