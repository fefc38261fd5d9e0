/**
 * The control arm as older versions had it, for their debates under way: before round 1 each participant answers from its
 * position, and the judge rules on these answers. `control-arm.ts` has that of new debates.
 */

import { openBlindBallots } from "../judging/panel.ts";
import type { DebatePlan } from "../plan/plan.ts";
import type { Degradation } from "../schemas/faults.ts";
import type { Turn } from "../schemas/turn.ts";
import { withDegradation, withIndex } from "../state/changes.ts";
import { droppedFrom } from "../state/situation.ts";
import type { ControlArmState, DebateState } from "../state/state.ts";
import type { Step, TurnSpec } from "../steps.ts";
import { ballotOrder, isBlindBallotId, turnId } from "./ids.ts";

/** Named in `degraded` when a debate goes on without it. */
export const CONTROL_ARM_LOST = "the control arm: who argued best before the debate";

export const NO_RULED_ARM: ControlArmState = { taken: [], whole: 0, ballots: [] };

/** The next step before round 1; null when none is left. */
export function ruledArmStep(plan: DebatePlan, state: DebateState): Step | null {
  const arm = state.controlArm;
  if (plan.controlArm !== true || !arm || state.withoutJudge) return null;
  const turns = openAnswers(plan, state, arm);
  if (turns.length > 0) {
    const expected = arm.taken.length + turns.length;
    return { kind: "turns", phase: "blind", order: "parallel", expected, turns };
  }
  // Fewer than two answers cannot be compared.
  const acts = arm.whole < 2 ? [] : openBlindBallots(plan, state);
  return acts.length > 0 ? { kind: "acts", phase: "balloting", acts } : null;
}

function openAnswers({ participants }: DebatePlan, state: DebateState, { taken }: ControlArmState): TurnSpec[] {
  const out = droppedFrom(state);
  return participants
    .map(({ id: participantId }, i): TurnSpec => {
      const place = { id: turnId(state.generation, 0, i + 1), round: 0, index: i + 1 };
      return { ...place, participantId, phase: "blind", sees: { round: 0, index: 0, count: 0 } };
    })
    .filter((turn) => !out.has(turn.participantId) && !taken.includes(turn.index));
}

/** Every ballot says that all gave the same answer. */
export function isRuledUnanimous(arm: ControlArmState, state: DebateState): boolean {
  return isRuled(arm, state) && arm.ballots.every(({ unanimous }) => unanimous);
}

/** Each requested order has a ballot. */
function isRuled({ ballots }: ControlArmState, { skipped = [] }: Pick<DebateState, "skipped">): boolean {
  const cast = new Set(ballots.map(({ id }) => ballotOrder(id)));
  return cast.size > 0 && skipped.filter(isBlindBallotId).every((id) => cast.has(ballotOrder(id)));
}

type Answer = Pick<Turn, "index" | "status">;

/** Counts a participant's answer that was given alone. */
export function answeredAlone(state: DebateState, { index, status }: Answer): DebateState {
  return withArm(state, (arm) => ({
    ...arm,
    taken: withIndex(arm.taken, index),
    whole: arm.whole + (status === "whole" ? 1 : 0),
  }));
}

/** Counts a ballot on these answers. */
export function ruledOnAnswers(
  state: DebateState,
  { id, unanimous = false }: { id: string; unanimous?: boolean },
): DebateState {
  return withArm(state, (arm) => ({ ...arm, ballots: [...arm.ballots, { id, unanimous }] }));
}

/** Round 1 begins: the debate goes on without a comparison if no judge has ruled on the answers. */
export function withoutRuledArm(state: DebateState): DebateState {
  const arm = state.controlArm;
  return arm && !arm.answers && !isRuled(arm, state) ? withDegradation(state, lost(arm, state)) : state;
}

function withArm(state: DebateState, change: (arm: ControlArmState) => ControlArmState): DebateState {
  return state.controlArm ? { ...state, controlArm: change(state.controlArm) } : state;
}

function lost({ whole }: ControlArmState, { withoutJudge }: DebateState): Degradation {
  const why = withoutJudge
    ? "there is no judge"
    : whole < 2
      ? "fewer than two participants answered alone"
      : "no judge ruled on the answers, in one order at least";
  return { what: CONTROL_ARM_LOST, why, round: 0 };
}
