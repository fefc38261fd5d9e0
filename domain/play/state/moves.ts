/** Moves of a debate under way that are not its owner's: between statuses, into phases and out of them. */

import { withRetries } from "../../rules/state/retried.ts";
import { situationOf } from "../../rules/state/situation.ts";
import { isTerminal, move, type Transition } from "../../shapes/lifecycle.shape.ts";
import type { EventPayloads } from "../events/events.ts";
import type { OngoingDebate } from "./ports.play.ts";

type StatusData = EventPayloads["debate.status"];

/** Throws when the lifecycle does not allow it. */
export function transition(
  debate: OngoingDebate,
  on: Transition | "validate" | "start",
  more: Partial<StatusData> = {},
): void {
  const { state } = debate;
  const problems = more.problems?.length ?? state.problems.length;
  const status = move({ ...situationOf(state, debate), problems }, on);
  if (!status) throw new Error(`${on} is not legal while the debate is ${state.status}`);
  const phase = isTerminal(status) ? null : state.phase;
  const error = more.error && { error: withRetries(state, more.error) };
  debate.emit("debate.status", { status, phase, round: state.round, pausing: false, by: on, ...more, ...error });
}

/** The debate's last event, once it has reached a terminal status. */
export function recordEnd(debate: OngoingDebate, reason?: string): void {
  const { status } = debate.state;
  if (status !== "completed" && status !== "failed" && status !== "cancelled") return;
  const type = `debate.${status}` as const;
  debate.emit(type, { status, ...(reason && { reason }) });
}

/** The debate goes on without its twin's ballots. */
export function endTwin(debate: OngoingDebate, why: string): void {
  const { round } = debate.state;
  debate.emit("twin.ended", { twinId: null, degradation: { what: "the ballots of the twin debate", why, round } });
}

export function enterPhase(debate: OngoingDebate, phase: string, expected: number): void {
  if (debate.state.phase === phase) return;
  leavePhase(debate);
  debate.emit("phase.started", { round: debate.state.round, phase, expected });
}

export function leavePhase(debate: OngoingDebate): void {
  const { phase, round } = debate.state;
  if (phase && phase !== "round_complete") debate.emit("phase.completed", { round, phase });
}
