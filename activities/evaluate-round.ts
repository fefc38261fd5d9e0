import { modelId } from "../domain/catalogue.ts";
import type { View } from "../domain/context/view.ts";
import type { BlindCase } from "../domain/judging/blind.ts";
import { buildEvaluationPrompt, readEvaluation } from "../domain/prompts/evaluation.ts";
import type { Evaluation } from "../domain/schemas/evaluation.ts";
import type { Compose, Composed } from "./composed.ts";
import type { ActivityDeps } from "./index.ts";
import { callOf, composedForJudge, type JudgeInput, judging, loadBlind } from "./judging.ts";
import { type Acting, settle } from "./settle.ts";
import type { ActOutcome } from "./take-turn.ts";
import { told } from "./told.ts";

export const composeEvaluation: Compose<Composed & { blind: BlindCase }> = async (deps, call) => {
  const { round, faults } = call;
  const { blind, ...open } = await loadBlind(deps, call);
  const about = { config: blind.config, turns: blind.turns, round, ...(faults && { faults }) };
  const build = (view: View) => buildEvaluationPrompt({ ...about, view: blind.viewOf(view) });
  return { ...(await composedForJudge(deps, call, { ...open, build })), blind };
};

/** The judge's confidence in a dialectic round. */
export const evaluateRound =
  (deps: ActivityDeps) =>
  (input: JudgeInput): Promise<ActOutcome> =>
    judging(deps, input, (act) => {
      const { id, round } = input;
      const { debate } = act;
      const acting = { input, act };
      return settle(deps, acting, {
        stored: deps.store.getEvaluation(debate, { id, round }),
        call: composeEvaluation(deps, callOf(input, act)),
        read: (text, { blind }) => readEvaluation(text, { turns: blind.turns }),
        make: ({ call, value, billed }): Evaluation => ({
          ...call.blind.reveal(value),
          id,
          round,
          judge: modelId(call.model),
          ...billed,
        }),
        put: (evaluation) => deps.store.putEvaluation(debate, evaluation),
        tell: (evaluation) => evaluated(deps, acting, evaluation),
      });
    });

function evaluated(deps: ActivityDeps, acting: Acting, evaluation: Evaluation): Promise<ActOutcome> {
  const { round, at, confidence, bestRefinement, usage, costUsd, reasoning } = evaluation;
  return told(deps, acting, {
    type: "evaluation.completed",
    at,
    whole: { round, evaluation },
    brief: { round, evaluation: { round, confidence, bestRefinement, usage, costUsd } },
    said: `confidence ${confidence}. ${reasoning}`,
  });
}
