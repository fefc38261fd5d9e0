/** The state before the first event, and after a reset. */

import type { DebatePlan } from "../../shapes/plan/plan.ts";
import { NO_SPEND, totalOf } from "../../shapes/state/costs.state.ts";
import type { DebateState, ParticipantState } from "../../shapes/state/state.ts";
import { NOTHING_ASKED } from "../clarifications/clarifications.rules.ts";
import { NO_CONTROL_ARM } from "./control-arm.protocol.ts";
import { NO_DIALECTIC } from "./dialectic-state.ts";
import { NOTHING_BOUGHT } from "./question-state.ts";

/**
 * The state of a debate before its first event.
 *
 * @example
 * initialState(plan).status // → "configuring"
 * initialState(plan).participants.length // → plan.participants.length
 */
export function initialState(plan: DebatePlan): DebateState {
  return {
    ...blank(plan.participants.map((p) => p.id)),
    ...(plan.clarifications && { clarification: NOTHING_ASKED }),
    ...(plan.dialectic && { dialectic: NO_DIALECTIC }),
    ...(plan.controlArm && { controlArm: NO_CONTROL_ARM }),
    ...(plan.question?.vote && { question: NOTHING_BOUGHT }),
  };
}

function blank(participants: string[]): DebateState {
  return {
    generation: 1,
    status: "configuring",
    since: null,
    remembered: null,
    pausing: false,
    phase: null,
    round: 0,
    roundOver: true,
    taken: [],
    positionsAssigned: false,
    wholeTurns: 0,
    wholeBeforeRound: 0,
    spentBeforeRound: NO_SPEND,
    attempts: {},
    participants: participants.map(newParticipant),
    judge: NO_SPEND,
    assessments: [],
    votes: [],
    critiques: [],
    retrieved: false,
    problems: [],
    retries: 0,
    error: null,
    degraded: [],
    endedBy: null,
    result: null,
    startedAt: null,
    completedAt: null,
  };
}

/** After a reset: what was said and spent stays, everything else starts again. */
export function nextGeneration(state: DebateState, at: string): DebateState {
  const { generation, revision, participants, clarification, dialectic, controlArm, given, unsettled, costWarnings } =
    state;
  const { bought } = state.question ?? {};
  const spent = totalOf(state);
  return {
    ...blank(participants.map((p) => p.id)),
    generation: generation + 1,
    since: at,
    earlier: spent,
    spentBeforeRound: spent,
    ...(revision && { revision }),
    ...(clarification && { clarification: NOTHING_ASKED }),
    ...(dialectic && { dialectic: NO_DIALECTIC }),
    ...(controlArm && { controlArm: NO_CONTROL_ARM }),
    ...(bought && { question: NOTHING_BOUGHT }),
    ...(given && { given }),
    ...(unsettled && { unsettled }),
    ...(costWarnings && { costWarnings }),
  };
}

export function newParticipant(id: string): ParticipantState {
  return { id, status: "active", retries: 0, spend: NO_SPEND };
}
