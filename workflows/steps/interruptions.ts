/**
 * `pause` with `when: "now"` cancels the running model calls, and so does the limit of a round with its turns. The workflow
 * records what they cost. After a pause the protocol asks for their acts again, each as a further attempt.
 */

import { ActivityFailure, CancelledFailure, isCancellation } from "@temporalio/workflow";
import type { EventPayloads, InterruptedAttempt } from "../../domain/play/events/events.ts";
import { lateFault } from "../../domain/play/faults/round-timeout.ts";
import { NO_USAGE } from "../../domain/shapes/state/costs.state.ts";
import type { FaultDetails } from "../../domain/shapes/state/state.ts";
import type { DebateRun } from "../base/run.workflow-base.ts";
import { type Cut, Stream } from "../base/stream.workflow-base.ts";
import { storeActs } from "./activity-proxies.ts";
import { lateFaultOnBench } from "./bench.step.ts";
import { isFinal } from "./faults.step.ts";

/** An act, and whose failures its failed attempts are: a participant's (`by`), or the judge's. */
export interface Subject {
  id: string;
  round: number;
  by: { participantId: string; phase: string } | null;
  /** The model, if it is one of the judge's panel. */
  panelist?: string;
  /** A turn of a round; left out: another act. */
  isTurn?: true;
}

export function interrupt(run: DebateRun): void {
  for (const stream of run.streams) stream.cut("interrupted");
}

/** Runs an act's model call. Null: it was cut short. */
export async function interruptible<T>(run: DebateRun, subject: Subject, call: () => Promise<T>): Promise<T | null> {
  const { debate, since } = run.place();
  const stream = new Stream(subject);
  run.streams.add(stream);
  try {
    return await stream.scope.run(call);
  } catch (error) {
    if (!stream.reason || !wasInterrupted(error)) throw error;
    const { failures, begun } = await storeActs("attempts so far").readAttempts({ debate, since, id: subject.id });
    for (const event of failures) run.absorb(event);
    const attempted = interruptedBy(error) ?? { attempt: begun, ...UNKNOWN };
    recordInterruption(run, subject, { ...attempted, ...whyCut(run, stream) });
    return null;
  } finally {
    run.streams.delete(stream);
  }
}

/** Nothing is known of an attempt whose worker is gone. */
const UNKNOWN: Omit<InterruptedAttempt, "attempt"> = {
  usage: NO_USAGE,
  costUsd: 0,
  unsettled: true,
};

/** Cancelled; or ended by a fault or a lost worker, after which it would have been retried. */
function wasInterrupted(error: unknown): boolean {
  return isCancellation(error) || (error instanceof ActivityFailure && !isFinal(error));
}

/** What the activity reports of the attempt that was cancelled; null: it could not. */
export function interruptedBy(error: unknown): InterruptedAttempt | null {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  const details = cause instanceof CancelledFailure ? cause.details?.[0] : null;
  return isInterruptedAttempt(details) ? details : null;
}

/** Between two attempts the server itself cancels the activity, with details of another kind. */
function isInterruptedAttempt(details: unknown): details is InterruptedAttempt {
  return typeof details === "object" && details !== null && "attempt" in details && "usage" in details;
}

function whyCut(run: DebateRun, { id, isTurn, reason }: Stream): { kind: Cut; message: string } {
  if (reason !== "round_timeout") return { kind: "interrupted", message: "a pause cut it short" };
  const { message } = isTurn ? lateFaultOf(run) : lateFaultOnBench(run, id);
  return { kind: reason, message };
}

/** The fault of a turn that the limit of its round ended. */
export function lateFaultOf({ clock, plan, state }: DebateRun, id = ""): FaultDetails {
  const retryCount = state.attempts[id] ?? 0;
  const { quorum } = plan.durations;
  return lateFault({ limitMs: clock.limitMs ?? 0, retryCount, ...(quorum && clock.isGraced && { quorum }) });
}

/** Uses up the attempt's number, so that nothing it wrote counts as the next attempt's. */
function recordInterruption(
  run: DebateRun,
  { id, round, by, panelist }: Subject,
  attempted: InterruptedAttempt & { kind: Cut; message: string },
): void {
  const { attempt, usage, costUsd, kind, message } = attempted;
  if (attempt <= (run.state.attempts[id] ?? 0)) return;
  const unsettled = run.plan.budget && attempted.unsettled ? { unsettled: true as const } : {};
  const about = { attempt, kind, message, waitMs: null };
  const data = { ...about, usage, costUsd, ...unsettled };
  if (by) run.emit("turn.failed", { round, ...by, turnId: id, ...data } satisfies EventPayloads["turn.failed"]);
  else run.emit("judge.failed", { round, actId: id, ...(panelist && { panelist }), ...data });
}
