/** The one place where a fault of a model call becomes Temporal's `ApplicationFailure` (spec §1.11, §4.3). */
import { ApplicationFailure } from "@temporalio/activity";
import { usageOf } from "../domain/costs.ts";
import type { FaultDetails } from "../domain/debate-state.ts";
import type { DraftEvent } from "../domain/events.ts";
import { canRetryFault, type FaultKind, LONGEST_WAIT_IN_ALL, retryDelayMs } from "../domain/faults.ts";
import type { ModelFault } from "./models/port.ts";

/** What earlier attempts of this act left in the log: `turn.failed` and `judge.failed` events. */
export type FailureEvent = DraftEvent<"turn.failed"> | DraftEvent<"judge.failed">;

export interface Judgement {
  kind: FaultKind;
  /** Milliseconds until the next attempt; null when there is none. */
  waitMs: number | null;
  retryCount: number;
}

/** Whether and when to try again, by what failed before. */
export function judgeFault(input: {
  fault: ModelFault;
  earlier: FailureEvent[];
  jitter: number;
  baseMs?: number;
}): Judgement {
  const { fault, earlier, jitter, baseMs } = input;
  const seen = earlier.filter((e) => e.data.kind === fault.kind).length;
  const waitedMs = earlier.reduce((sum, e) => sum + (e.data.waitMs ?? 0), 0);
  const waitMs =
    canRetryFault(fault.kind, seen) && waitedMs < LONGEST_WAIT_IN_ALL
      ? retryDelayMs({
          kind: fault.kind,
          retry: seen,
          jitter,
          waitedMs,
          ...(fault.retryAfterMs !== undefined && { retryAfterMs: fault.retryAfterMs }),
          ...(baseMs !== undefined && { baseMs }),
        })
      : null;
  return { kind: fault.kind, waitMs, retryCount: earlier.length };
}

/** The part of a failure event that tells what a fault was and cost. */
export function failureData(fault: ModelFault, { kind, waitMs }: Judgement, attempt: number) {
  const { costMicroUsd } = fault.spend;
  return {
    attempt,
    kind: kind as string,
    message: fault.message,
    waitMs,
    usage: usageOf(fault.spend),
    costUsd: costMicroUsd === null ? null : costMicroUsd / 1_000_000,
  };
}

/** `events` are what the workflow has to absorb when this was the last attempt. */
export function failureOf(fault: ModelFault, judgement: Judgement, events: DraftEvent[]): ApplicationFailure {
  const { kind, waitMs, retryCount } = judgement;
  const details: FaultDetails & { events: DraftEvent[] } = {
    kind,
    message: fault.message,
    retryable: kind !== "validation" && kind !== "content_filter",
    retryCount,
    suggestion: fault.suggestion,
    events,
    ...(fault.room && { room: fault.room }),
  };
  return ApplicationFailure.create({
    type: kind,
    message: fault.message,
    nonRetryable: waitMs === null,
    // Temporal takes a delay of 0 for none, and ends the activity.
    ...(waitMs !== null && { nextRetryDelay: Math.max(1, waitMs) }),
    details: waitMs === null ? [details] : [],
  });
}
