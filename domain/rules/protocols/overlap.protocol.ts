/**
 * Assessments beside the next round. An assessment may wait for it where the judge's word cannot change whether that round is
 * held, or who speaks in it and how: it is then asked for with the round's first turn, and is there before the round ends.
 */

import type { DebatePlan } from "../../shapes/plan/plan.ts";
import type { AssessmentDigest, DebateState } from "../../shapes/state/state.ts";
import type { ActSpec } from "../../shapes/state/steps.ts";
import { assessmentId } from "../../shapes/turn-ids.ts";
import { requireJudged } from "../formats/format.ts";
import { formatOf } from "../formats/registry.format.ts";
import { withRepeating } from "../state/repeated-rounds.ts";
import { stopsWhenStable } from "./polls.protocol.ts";
import type { Protocol } from "./protocol.ts";
import { endAfterRound } from "./round-end.ts";
import { isSkipped } from "./unjudged.ts";

/** The assessment of a round as the protocol requests it; null: it is made, or the debate does without it. */
export function openAssessment(plan: DebatePlan, state: DebateState, round: number): ActSpec | null {
  const id = assessmentId(state.generation, round);
  const isDone = state.assessments.some((a) => a.round === round) || isSkipped(state, id);
  return plan.judging !== "every-round" || isDone ? null : { id, name: "assessRound", by: "judge" };
}

/** That of the round before, where it has waited for this one. */
export function lateAssessment(plan: DebatePlan, state: DebateState): ActSpec | null {
  return plan.overlap && state.round > 1 ? openAssessment(plan, state, state.round - 1) : null;
}

/** All turns of the round are taken, and whatever the judge finds in it, the next one is held as it would be anyway. */
export function mayWait(protocol: Protocol, plan: DebatePlan, state: DebateState): boolean {
  if (!plan.overlap || plan.policies?.onJudgeFailure === "end") return false;
  // What private answers show is not known yet.
  if (plan.poll && stopsWhenStable(plan)) return false;
  const unread = nextRound(protocol, plan, state);
  const read = [CALM, ALARMED].map((said) => nextRound(protocol, plan, assessed(state, said)));
  return unread !== null && read.every((course) => course === unread);
}

/** Who speaks next, and in which phases; null: the debate ends. */
function nextRound(protocol: Protocol, plan: DebatePlan, state: DebateState): string | null {
  if (endAfterRound(protocol, plan, state)) return null;
  return JSON.stringify(requireJudged(formatOf(plan)).turns(plan, { ...state, round: state.round + 1 }));
}

type Opinion = Pick<AssessmentDigest, "shouldContinue" | "flags" | "measured">;

function assessed(state: DebateState, said: Opinion): DebateState {
  const { round, taken, assessments } = state;
  const found = said.shouldContinue ? 0 : taken.length;
  const assessment = { ...said, round, qualityScore: 0 };
  return { ...withRepeating(state, { round, found }), assessments: [...assessments, assessment] };
}

/** The two ends of what a judge may find: a rule that reads an assessment decides alike between them if it does at both. */
const CALM: Opinion = {
  shouldContinue: true,
  flags: { repetitive: false, drifting: false, diminishingReturns: false, convergenceReached: false },
};
const ALARMED: Opinion = {
  shouldContinue: false,
  flags: { repetitive: true, drifting: true, diminishingReturns: true, convergenceReached: true },
  measured: { diminishingReturns: true },
};
