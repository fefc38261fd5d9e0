/** How often a fault was retried, across the retries of its owner: each of them counts Parley's own from nothing. */
import type { FaultView } from "../../shapes/schemas/faults.schema.ts";
import type { DebateState } from "../../shapes/state/state.ts";

/** The fault with its whole count. It is the one that was retried if the same failed again in the same round. */
export function withRetries({ retried, retries }: DebateState, error: FaultView): FaultView {
  if (!retried || retried.participantId !== error.participantId || retried.round !== error.round) return error;
  return { ...error, retryCount: retried.retryCount + 1 + error.retryCount, ownerRetries: retries };
}
