/**
 * The control arm (spec §1.13): before round 1 each participant answers alone and the judge rules on these answers, so
 * that the result shows what the debate has changed. It is no part of the debate: nobody reads it later.
 */

import type { ControlArmState, DebateState } from "../debate-state.ts";
import type { DraftEvent } from "../events.ts";
import { openBlindBallots } from "../judging/panel.ts";
import type { DebatePlan } from "../plan.ts";
import type { Degradation } from "../schemas/faults.ts";
import type { Step, TurnSpec } from "../steps.ts";
import { ballotOrder, isBlindBallotId, turnId } from "./ids.ts";

/** How a debate says that it went on without. */
export const CONTROL_ARM_LOST = "the control arm: who argued best before the debate";

export const NO_CONTROL_ARM: ControlArmState = { taken: [], whole: 0, ballots: [] };

/** What is still to be done before round 1; null when nothing is. */
export function controlArmStep(plan: DebatePlan, state: DebateState): Step | null {
  const arm = state.controlArm;
  if (!plan.controlArm || !arm || state.withoutJudge) return null;
  const turns = openAnswers(plan, state, arm);
  if (turns.length > 0) {
    const expected = arm.taken.length + turns.length;
    return { kind: "turns", phase: "blind", order: "parallel", expected, turns };
  }
  // Among fewer than two there is nothing to compare.
  const acts = arm.whole < 2 ? [] : openBlindBallots(plan, state);
  return acts.length > 0 ? { kind: "acts", phase: "balloting", acts } : null;
}

function openAnswers({ participants }: DebatePlan, state: DebateState, { taken }: ControlArmState): TurnSpec[] {
  const out = new Set(state.participants.filter((p) => p.status === "failed").map((p) => p.id));
  return participants
    .map(({ id: participantId }, i): TurnSpec => {
      const place = { id: turnId(state.generation, 0, i + 1), round: 0, index: i + 1 };
      return { ...place, participantId, phase: "blind", sees: { round: 0, index: 0, count: 0 } };
    })
    .filter((turn) => !out.has(turn.participantId) && !taken.includes(turn.index));
}

/** All gave the same answer, by every ballot, and the debate was not to be held then: the result is made from these. */
export function isSettled({ skipIfUnanimous }: Pick<DebatePlan, "skipIfUnanimous">, state: DebateState): boolean {
  const { controlArm: arm, round } = state;
  if (!skipIfUnanimous || !arm || round > 0) return false;
  return isRuled(arm, state) && arm.ballots.every(({ unanimous }) => unanimous);
}

/** There is a ballot in each order that was asked for. */
function isRuled({ ballots }: ControlArmState, { skipped = [] }: Pick<DebateState, "skipped">): boolean {
  const cast = new Set(ballots.map(({ id }) => ballotOrder(id)));
  return cast.size > 0 && skipped.filter(isBlindBallotId).every((id) => cast.has(ballotOrder(id)));
}

/** What an event changes in a debate that has a control arm. */
export function reduceControlArm(state: DebateState, event: DraftEvent): DebateState {
  const arm = state.controlArm;
  if (!arm) return state;
  if (event.type === "ballot.completed") {
    const { id, unanimous = false } = event.data.ballot;
    return { ...state, controlArm: { ...arm, ballots: [...arm.ballots, { id, unanimous }] } };
  }
  if (event.type === "round.started" && event.data.round === 1 && !isRuled(arm, state))
    return { ...state, degraded: [...state.degraded, lost(arm, state)] };
  if (event.type !== "turn.completed") return state;
  const { index, status } = event.data.turn;
  return {
    ...state,
    controlArm: {
      ...arm,
      taken: [...new Set([...arm.taken, index])].toSorted((a, b) => a - b),
      whole: arm.whole + (status === "whole" ? 1 : 0),
    },
  };
}

function lost({ whole }: ControlArmState, { withoutJudge }: DebateState): Degradation {
  const why = withoutJudge
    ? "there is no judge"
    : whole < 2
      ? "fewer than two participants answered alone"
      : "no judge ruled on the answers, in one order at least";
  return { what: CONTROL_ARM_LOST, why, round: 0 };
}
