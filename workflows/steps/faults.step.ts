/** Reads an activity's failure. */
import { ActivityFailure, ApplicationFailure, isCancellation } from "@temporalio/workflow";
import type { BriefEvent } from "../../domain/play/events/events.ts";
import type { FaultDetails } from "../../domain/shapes/state/state.ts";

export interface Fault extends FaultDetails {
  /** What its attempts have left in the log. */
  events: BriefEvent[];
}

/** The fault of an activity beyond its retries. Rethrows cancellations and bugs. */
export function faultOf(error: unknown): Fault {
  if (isCancellation(error)) throw error;
  // A local activity's failure comes without the activity around it.
  const cause = error instanceof ActivityFailure ? error.cause : error;
  const details = cause instanceof ApplicationFailure ? cause.details?.[0] : undefined;
  if (isFaultDetails(details)) return details;
  // A fault of our own code, beyond its tries: what earlier attempts cost is in the log.
  if (isOwnFault(details)) return { ...details, events: [] };
  if (!(error instanceof ActivityFailure)) throw error;
  return {
    kind: "timeout",
    message: error.cause?.message ?? error.message,
    retryable: true,
    retryCount: 0,
    suggestion: "Look at the activity in the Temporal UI, then retry.",
    events: [],
  };
}

/** The activity itself reported that no further attempt follows. */
export function isFinal(error: unknown): boolean {
  return (
    error instanceof ActivityFailure &&
    error.cause instanceof ApplicationFailure &&
    isFaultDetails(error.cause.details?.[0])
  );
}

function isOwnFault(details: unknown): details is FaultDetails {
  return typeof details === "object" && details !== null && "kind" in details && details.kind === "internal";
}

function isFaultDetails(details: unknown): details is Fault {
  return typeof details === "object" && details !== null && "kind" in details && "events" in details;
}
