/** What the workflow makes of an activity that failed for good. */
import { ActivityFailure, ApplicationFailure, isCancellation } from "@temporalio/workflow";
import type { FaultDetails } from "../domain/debate-state.ts";
import type { DraftEvent } from "../domain/events.ts";
import type { FaultView } from "../domain/schemas/faults.ts";

export interface Fault extends FaultDetails {
  events: DraftEvent[];
  participantId?: string;
}

/** Rethrows what is no fault of a model (a cancellation, a bug). */
export function faultOf(error: unknown): Fault {
  if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
  const cause = error.cause;
  const details = cause instanceof ApplicationFailure ? cause.details?.[0] : undefined;
  if (isFaultDetails(details)) return details;
  return {
    kind: "timeout",
    message: cause?.message ?? error.message,
    retryable: true,
    retryCount: 0,
    suggestion: "Look at the activity in the Temporal UI, then retry.",
    events: [],
  };
}

/** The activity itself has said that it failed for good. */
export function isFinal(error: unknown): boolean {
  return (
    error instanceof ActivityFailure &&
    error.cause instanceof ApplicationFailure &&
    isFaultDetails(error.cause.details?.[0])
  );
}

function isFaultDetails(details: unknown): details is Fault {
  return typeof details === "object" && details !== null && "kind" in details && "events" in details;
}

export function faultView(fault: Fault, where: { participantId?: string; round: number }): FaultView {
  const { kind, message, retryable, retryCount, suggestion } = fault;
  const { participantId, round } = where;
  const at = new Date().toISOString();
  return { kind, message, retryable, retryCount, ...(participantId && { participantId }), round, at, suggestion };
}
