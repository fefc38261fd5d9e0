import { modelId } from "../domain/catalogue.ts";
import type { View } from "../domain/context/view.ts";
import { isSpoken } from "../domain/interjections.ts";
import type { BlindCase } from "../domain/judging/blind.ts";
import { flipsOf } from "../domain/judging/flips.ts";
import { REPETITION_THRESHOLD } from "../domain/judging/repetition.ts";
import { measureRound } from "../domain/judging/signals.ts";
import { buildAssessmentPrompt, readAssessment } from "../domain/prompts/assessment.ts";
import type { Assessment } from "../domain/schemas/assessment.ts";
import { persistently } from "./act.ts";
import type { Compose, Composed } from "./composed.ts";
import type { ActivityDeps } from "./index.ts";
import {
  beforeCall,
  bill,
  callOf,
  composedForJudge,
  type JudgeInput,
  judging,
  loadBlind,
  rule,
  speakers,
} from "./judging.ts";
import { meaningOf } from "./meaning.ts";
import type { Acting } from "./settle.ts";
import type { ActOutcome } from "./take-turn.ts";
import { told } from "./told.ts";

interface ComposedAssessment extends Composed {
  blind: BlindCase;
  /** Those of earlier rounds. */
  assessments: Assessment[];
  /** Ids of those to assess. */
  active: string[];
}

export const composeAssessment: Compose<ComposedAssessment> = async (deps, call) => {
  const { round, faults } = call;
  const { blind, assessments, ...open } = await loadBlind(deps, call);
  const turns = open.turns.filter((t) => t.round <= round);
  const active = speakers(turns);
  const about = { ...shownOf(blind, round), round, active: blind.keysOf(active), ...(faults && { faults }) };
  const build = (view: View) => buildAssessmentPrompt({ ...about, view: blind.viewOf(view) });
  return { ...(await composedForJudge(deps, call, { ...open, turns, build })), assessments, active, blind };
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
      if (stored) return assessed(deps, { input, act }, stored);
      const unmet = await beforeCall(deps, { id: input.id, publication: input.publication, act, call });
      if (unmet) return unmet;
      const { round } = input;
      const { config, turns: heard, assessments, active, blind } = call;
      const spoken = heard.filter(isSpoken);
      const shown = shownOf(blind, round);
      const rules = {
        config: shown.config,
        round,
        active: blind.keysOf(active),
        turnIds: shown.turns.map((t) => t.id),
      };
      const [{ reply, value: written }, meaning] = await Promise.all([
        rule(deps, { input, act, call }, (text) => readAssessment(text, rules)),
        meaningOf(deps, { act, turns: spoken }),
      ]);
      const value = blind.reveal(written);
      const measured = measureRound({
        round,
        turns: spoken,
        assessments: [...assessments, { ...value, round }],
        mode: config.mode,
        threshold: deps.repetitionThreshold ?? REPETITION_THRESHOLD,
        containment: deps.repetitionContainment,
        ...meaning,
      });
      const { positions, ...opinion } = value;
      const assessment = {
        ...opinion,
        measured,
        ...(positions && { flips: flipsOf(positions, heard) }),
        id: input.id,
        round,
        judge: modelId(call.model),
        ...bill(deps, act, reply),
      };
      const kept = await persistently(act.signal, () => deps.store.putAssessment(act.debate, assessment));
      return assessed(deps, { input, act }, kept);
    });

function assessed(deps: ActivityDeps, acting: Acting, assessment: Assessment): Promise<ActOutcome> {
  const { round, at, qualityScore, shouldContinue, flags, measured, usage, costUsd } = assessment;
  const found = measured?.diminishingReturns && { measured: { diminishingReturns: true } };
  return told(deps, acting, {
    type: "assessment.completed",
    at,
    whole: { round, assessment },
    brief: { round, assessment: { round, qualityScore, shouldContinue, flags, ...found, usage, costUsd } },
    said: `quality ${qualityScore}. ${assessment.reasoning}`,
  });
}
