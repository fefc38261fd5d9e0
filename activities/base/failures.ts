/**
 * Turns a fault of a model call into Temporal's `ApplicationFailure`
 * (docs/design/debate.md#111-faults-policies-decisions).
 */
import { ApplicationFailure, log } from "@temporalio/activity";
import type { BriefEvent, DraftEvent } from "../../domain/play/events/events.ts";
import {
  canRetryFault,
  type FaultKind,
  LONGEST_WAIT_IN_ALL,
  RETRIES,
  retryDelayMs,
} from "../../domain/shapes/faults/kinds.shape.ts";
import { billedOf, NO_SPEND } from "../../domain/shapes/state/costs.state.ts";
import type { FaultDetails } from "../../domain/shapes/state/state.ts";
import { ModelFault } from "../models/base/port.model.ts";
import type { ActivityDeps } from "./deps.ts";
import { isOwnFault, nameOf, ownFault } from "./own-fault.activity-base.ts";

/** Failures of earlier attempts, from the log. */
export type FailureEvent = DraftEvent<"turn.failed"> | DraftEvent<"judge.failed">;

export interface Judgement {
  kind: FaultKind;
  /** Milliseconds until the next attempt; null if there is none. */
  waitMs: number | null;
  retryCount: number;
  /** How many attempts may follow. */
  left: number;
}

/** A model's fault, or one of our own code, which has bought nothing by itself; null for all that Temporal retries. */
export function faultOf(error: unknown): ModelFault | null {
  if (error instanceof ModelFault) return error;
  if (!isOwnFault(error)) return null;
  log.warn("an act failed by a fault of our own", { error: nameOf(error) });
  return new ModelFault({ ...ownFault(error), spend: NO_SPEND });
}

/** Decides whether and when to retry, by earlier failures. */
export function judgeFault(
  { random, retryBaseMs: baseMs }: Pick<ActivityDeps, "random" | "retryBaseMs">,
  { fault, earlier }: { fault: ModelFault; earlier: { data: Pick<FailureEvent["data"], "kind" | "waitMs"> }[] },
): Judgement {
  const { kind, retryAfterMs } = fault;
  const retry = earlier.filter((e) => e.data.kind === kind).length;
  const waitedMs = earlier.reduce((sum, e) => sum + (e.data.waitMs ?? 0), 0);
  const isFinal = !canRetryFault(kind, retry) || waitedMs >= LONGEST_WAIT_IN_ALL;
  const waitMs = isFinal ? null : retryDelayMs({ kind, retry, jitter: random(), waitedMs, retryAfterMs, baseMs });
  return { kind, waitMs, retryCount: earlier.length, left: isFinal ? 0 : RETRIES[kind] - retry };
}

/** The fault's data in a failure event. */
export function failureData(fault: ModelFault, { kind, waitMs, left }: Judgement, attempt: number) {
  return {
    attempt,
    kind: kind as string,
    message: fault.message,
    waitMs,
    ...(left > 0 && { attempts: attempt + left }),
    ...billedOf(fault.spend),
  };
}

/** `events`: reported to the workflow if this was the last attempt. */
export function failureOf(fault: ModelFault, judgement: Judgement, events: BriefEvent[]): ApplicationFailure {
  const { kind, waitMs, retryCount } = judgement;
  const details: FaultDetails & { events: BriefEvent[] } = {
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
    // Temporal treats a delay of 0 as none, and ends the activity.
    ...(waitMs !== null && { nextRetryDelay: Math.max(1, waitMs) }),
    details: waitMs === null ? [details] : [],
  });
}
