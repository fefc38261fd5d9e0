import { modelId } from "../domain/catalogue.ts";
import type { DraftEvent } from "../domain/events.ts";
import { isSpoken } from "../domain/interjections.ts";
import type { BlindCase } from "../domain/judging/blind.ts";
import { REPETITION_THRESHOLD } from "../domain/judging/repetition.ts";
import { measureRound } from "../domain/judging/signals.ts";
import { buildAssessmentPrompt, readAssessment } from "../domain/prompts/assessment.ts";
import type { Assessment } from "../domain/schemas.ts";
import { preview } from "../domain/text.ts";
import { type Act, persistently } from "./act.ts";
import type { Compose, Composed } from "./composed.ts";
import type { ActivityDeps } from "./index.ts";
import {
  bill,
  cacheKeyOf,
  callOf,
  type JudgeInput,
  judging,
  loadBlind,
  PREVIEW,
  rule,
  speakers,
  told,
} from "./judging.ts";
import type { ActOutcome } from "./take-turn.ts";

interface ComposedAssessment extends Composed {
  blind: BlindCase;
  /** Those of earlier rounds. */
  assessments: Assessment[];
  /** Ids of those to assess. */
  active: string[];
}

export const composeAssessment: Compose<ComposedAssessment> = async (deps, call) => {
  const { round, faults } = call;
  const { config, judge, turns: all, assessments, blind } = await loadBlind(deps, call);
  const turns = all.filter((t) => t.round <= round);
  const active = speakers(turns);
  const shown = { ...shownOf(blind, round), round, active: blind.keysOf(active) };
  const prompt = buildAssessmentPrompt({ ...shown, ...(faults && { faults }) });
  return { prompt, model: judge, cacheKey: cacheKeyOf(call), config, turns, assessments, active, blind };
};

function shownOf({ config, turns, assessments }: BlindCase, round: number) {
  return { config, turns: turns.filter((t) => t.round <= round), assessments };
}

/** The judge's structured opinion of a round, and what the code measured of it. */
export const assessRound =
  (deps: ActivityDeps) =>
  (input: JudgeInput): Promise<ActOutcome> =>
    judging(deps, input, async (act) => {
      const [stored, call] = await Promise.all([
        deps.store.getAssessment(act.debate, { id: input.id, round: input.round }),
        composeAssessment(deps, callOf(input, act)),
      ]);
      if (stored) return assessed(deps, { input, act, assessment: stored });
      const { round } = input;
      const { config, turns: heard, assessments, active, blind } = call;
      const shown = shownOf(blind, round);
      const rules = {
        config: shown.config,
        round,
        active: blind.keysOf(active),
        turnIds: shown.turns.map((t) => t.id),
      };
      const { reply, value: written } = await rule(deps, { input, act, call }, (text) => readAssessment(text, rules));
      const value = blind.reveal(written);
      const measured = measureRound({
        round,
        turns: heard.filter(isSpoken),
        assessments: [...assessments, { ...value, round }],
        mode: config.mode,
        threshold: deps.repetitionThreshold ?? REPETITION_THRESHOLD,
      });
      const assessment = {
        ...value,
        measured,
        id: input.id,
        round,
        judge: modelId(call.model),
        ...bill(deps, act, reply),
      };
      const kept = await persistently(act.signal, () => deps.store.putAssessment(act.debate, assessment));
      return assessed(deps, { input, act, assessment: kept });
    });

async function assessed(
  deps: ActivityDeps,
  { input, act, assessment }: { input: JudgeInput; act: Act; assessment: Assessment },
): Promise<ActOutcome> {
  const { round, at, qualityScore, shouldContinue, flags, measured, usage, costUsd } = assessment;
  const head = await told(deps, {
    input,
    act,
    event: { type: "assessment.completed", at, data: { round, assessment } },
  });
  const found = measured?.diminishingReturns && { measured: { diminishingReturns: true } };
  const digest = { round, qualityScore, shouldContinue, flags, ...found, usage, costUsd };
  const event: DraftEvent = { type: "assessment.completed", at, data: { round, assessment: digest } };
  const said = preview(`quality ${qualityScore}. ${assessment.reasoning}`, PREVIEW);
  return { head, events: [...act.failures, event], preview: said };
}
