import type { Situation, StopMode } from "../../shapes/lifecycle.shape.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import { openQuestions } from "../clarifications/clarifications.rules.ts";

/**
 * What the guards of the lifecycle read.
 *
 * @example
 * situationOf({ ...state, wholeTurns: 2 }, { turnsInFlight: 1 }).wholeTurns // → 2
 */
export function situationOf(state: DebateState, now: { turnsInFlight?: number; stopMode?: StopMode } = {}): Situation {
  return {
    status: state.status,
    remembered: state.remembered,
    pausing: state.pausing,
    problems: state.problems.length,
    wholeTurns: state.wholeTurns,
    turnsInFlight: now.turnsInFlight ?? 0,
    clarifies: state.clarification !== undefined,
    awaitingAnswers: openQuestions(state).length > 0,
    ...(hasOpenWarning(state) && { hasWarning: true }),
    ...(now.stopMode && { stopMode: now.stopMode }),
  };
}

function hasOpenWarning({ costWarnings = [], contextWarnings = [] }: DebateState): boolean {
  return [...costWarnings, ...contextWarnings].some(({ acknowledged }) => !acknowledged);
}

/** Ids of the participants who are out. */
export function droppedFrom({ participants }: Pick<DebateState, "participants">): Set<string> {
  return new Set(participants.filter(({ status }) => status === "failed").map(({ id }) => id));
}
