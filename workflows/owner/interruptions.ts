/**
 * `pause` with `when: "now"` cancels the running model calls, and the workflow records what they cost. Their acts are not
 * done, so the protocol asks for them again after `resume`, each as a further attempt.
 */

import { ActivityFailure, CancellationScope, CancelledFailure, isCancellation } from "@temporalio/workflow";
import { NO_USAGE } from "../../domain/budget/costs.ts";
import type { EventPayloads, InterruptedAttempt } from "../../domain/events/events.ts";
import type { DebateRun, Stream } from "../run.ts";
import { storeActs } from "../steps/activity-proxies.ts";
import { isFinal } from "../steps/faults.ts";

/** An act, and whose failures its failed attempts are: a participant's (`by`), or the judge's. */
export interface Subject {
  id: string;
  round: number;
  by: { participantId: string; phase: string } | null;
  /** The model, if it is one of the judge's panel. */
  panelist?: string;
}

export function interrupt(run: DebateRun): void {
  for (const stream of run.streams) {
    stream.interrupted = true;
    stream.scope.cancel();
  }
}

/** Runs an act's model call. Null: a pause cancelled it. */
export async function interruptible<T>(run: DebateRun, subject: Subject, call: () => Promise<T>): Promise<T | null> {
  const { debate, since } = run.place();
  const stream: Stream = { scope: new CancellationScope(), interrupted: false };
  run.streams.add(stream);
  try {
    return await stream.scope.run(call);
  } catch (error) {
    if (!stream.interrupted || !wasInterrupted(error)) throw error;
    const { failures, begun } = await storeActs("attempts so far").readAttempts({ debate, since, id: subject.id });
    for (const event of failures) run.absorb(event);
    recordInterruption(run, subject, interruptedBy(error) ?? { attempt: begun, ...UNKNOWN });
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

function interruptedBy(error: unknown): InterruptedAttempt | null {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  const details = cause instanceof CancelledFailure ? cause.details?.[0] : null;
  return isInterruptedAttempt(details) ? details : null;
}

/** Between two attempts the server itself cancels the activity, with details of another kind. */
function isInterruptedAttempt(details: unknown): details is InterruptedAttempt {
  return typeof details === "object" && details !== null && "attempt" in details && "usage" in details;
}

/** Uses up the attempt's number, so that nothing it wrote counts as the next attempt's. */
function recordInterruption(run: DebateRun, { id, round, by, panelist }: Subject, attempted: InterruptedAttempt): void {
  const { attempt, usage, costUsd } = attempted;
  if (attempt <= (run.state.attempts[id] ?? 0)) return;
  const unsettled = run.plan.budget && attempted.unsettled ? { unsettled: true as const } : {};
  const about = { attempt, kind: "interrupted", message: "a pause cut it short", waitMs: null };
  const data = { ...about, usage, costUsd, ...unsettled };
  if (by) run.emit("turn.failed", { round, ...by, turnId: id, ...data } satisfies EventPayloads["turn.failed"]);
  else run.emit("judge.failed", { round, actId: id, ...(panelist && { panelist }), ...data });
}
