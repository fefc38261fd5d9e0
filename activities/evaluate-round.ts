import { modelId } from "../domain/catalogue.ts";
import type { View } from "../domain/context/view.ts";
import type { DraftEvent } from "../domain/events.ts";
import type { BlindCase } from "../domain/judging/blind.ts";
import { buildEvaluationPrompt, readEvaluation } from "../domain/prompts/evaluation.ts";
import type { Evaluation } from "../domain/schemas.ts";
import { preview } from "../domain/text.ts";
import { type Act, persistently } from "./act.ts";
import type { Compose, Composed } from "./composed.ts";
import { fitted } from "./fitting.ts";
import type { ActivityDeps } from "./index.ts";
import {
  beforeCall,
  bill,
  cacheKeyOf,
  callOf,
  type JudgeInput,
  judging,
  loadBlind,
  PREVIEW,
  rule,
  told,
} from "./judging.ts";
import type { ActOutcome } from "./take-turn.ts";

export const composeEvaluation: Compose<Composed & { blind: BlindCase }> = async (deps, call) => {
  const { round, faults } = call;
  const { config, judge, turns, blind } = await loadBlind(deps, call);
  const about = { config: blind.config, turns: blind.turns, round, ...(faults && { faults }) };
  const build = (view: View) => buildEvaluationPrompt({ ...about, view: blind.viewOf(view) });
  const fit = await fitted(deps, { ...call, config, model: judge, reader: null, turns, build });
  return { ...fit, cacheKey: cacheKeyOf(call), config, turns, blind };
};

/** The judge's confidence in a dialectic round. */
export const evaluateRound =
  (deps: ActivityDeps) =>
  (input: JudgeInput): Promise<ActOutcome> =>
    judging(deps, input, async (act) => {
      const { id, round } = input;
      const [stored, call] = await Promise.all([
        deps.store.getEvaluation(act.debate, { id, round }),
        composeEvaluation(deps, callOf(input, act)),
      ]);
      if (stored) return evaluated(deps, { input, act, evaluation: stored });
      const unmet = await beforeCall(deps, { id: input.id, publication: input.publication, act, call });
      if (unmet) return unmet;
      const { reply, value } = await rule(deps, { input, act, call }, (text) =>
        readEvaluation(text, { turns: call.blind.turns }),
      );
      const evaluation = {
        ...call.blind.reveal(value),
        id,
        round,
        judge: modelId(call.model),
        ...bill(deps, act, reply),
      };
      const kept = await persistently(act.signal, () => deps.store.putEvaluation(act.debate, evaluation));
      return evaluated(deps, { input, act, evaluation: kept });
    });

async function evaluated(
  deps: ActivityDeps,
  { input, act, evaluation }: { input: JudgeInput; act: Act; evaluation: Evaluation },
): Promise<ActOutcome> {
  const { round, at, confidence, bestRefinement, usage, costUsd, reasoning } = evaluation;
  const head = await told(deps, {
    input,
    act,
    event: { type: "evaluation.completed", at, data: { round, evaluation } },
  });
  const digest = { round, confidence, bestRefinement, usage, costUsd };
  const event: DraftEvent = { type: "evaluation.completed", at, data: { round, evaluation: digest } };
  return {
    head,
    events: [...act.failures, ...act.noted, event],
    preview: preview(`confidence ${confidence}. ${reasoning}`, PREVIEW),
  };
}
