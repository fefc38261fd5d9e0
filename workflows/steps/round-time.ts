/** When the clock of a round runs, and what happens when its time is up. */
import { hasWholeTurn, quorumReached } from "../../domain/play/faults/round-timeout.ts";
import type { Step } from "../../domain/shapes/state/steps.ts";
import type { DebateRun } from "../base/run.workflow-base.ts";

/** Before each step, and before each wait (`step` null). What comes before round 1 and after the last is in no round. */
export function keepTime(run: DebateRun, step: Step | null): void {
  const { generation, round } = run.state;
  if (step?.kind !== "turns" || round === 0) return run.clock.stop();
  const limitMs = run.plan.durations.roundTimeout;
  // Turns that ran out of time without a whole one are asked for again only by a policy or the owner.
  const again = !hasWholeTurn(run.state);
  run.clock.run(`g${generation}-r${round}`, { limitMs, again }, () => endTurns(run));
}

/** The owner has changed the limit. */
export function changeLimit(run: DebateRun): void {
  run.clock.setLimit(run.plan.durations.roundTimeout, () => endTurns(run));
}

/** A turn is whole: once a quorum is, those that are still being taken have a while longer. */
export function heedQuorum(run: DebateRun): void {
  const quorum = quorumReached(run.plan, run.state);
  if (quorum && run.inFlight.size > 0) run.clock.grant(quorum.graceMs, () => endTurns(run));
}

function endTurns(run: DebateRun): void {
  for (const stream of run.streams) if (stream.isTurn) stream.cut("round_timeout");
}
