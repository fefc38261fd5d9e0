/**
 * Faults of our own code: whatever is no model's fault and no failure that was meant for Temporal, while the store and the
 * network answer. Nobody has classified them, so they may last for ever.
 */
import { ApplicationFailure, CompleteAsyncError, Context } from "@temporalio/activity";
import { TemporalFailure } from "@temporalio/common";
import { ParleyError } from "../../domain/base/errors.base.ts";
import { TRIES } from "../../domain/shapes/faults/kinds.shape.ts";
import { isAway as isStoreAway } from "../../store/base/faults.store.ts";
import { ModelFault } from "../models/base/port.model.ts";
import { connectionCode, isConnectionError } from "../models/faults/connection.ts";

/** A store or a network that is away may come back: what needs it is tried for as long as that takes. */
export function isAway(error: unknown): boolean {
  if (error instanceof ParleyError) return isStoreAway(error);
  return isConnectionError(error) || NETWORK.test(connectionCode(error));
}

/** Codes of Node's sockets and of undici. */
const NETWORK = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN|UND_ERR_)/;

export function isOwnFault(error: unknown): boolean {
  const isMeant =
    error instanceof ModelFault || error instanceof TemporalFailure || error instanceof CompleteAsyncError;
  return !isMeant && !isAway(error);
}

/** The kind and a sentence. An error's message may contain foreign text, so its name stands for it. */
export function ownFault(error: unknown): { kind: "internal"; message: string; suggestion: string } {
  return {
    kind: "internal",
    message: `Parley failed at this itself (${nameOf(error)})`,
    suggestion: "See the server's log, then retry; report it if it happens again.",
  };
}

export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "unknown";
}

/** The same activity, whose own faults end it after three tries. Everything else is retried as before. */
export function bounded<I extends unknown[], O>(activity: (...input: I) => Promise<O>): (...input: I) => Promise<O> {
  return async (...input) => {
    try {
      return await activity(...input);
    } catch (error) {
      const { info, cancellationSignal } = Context.current();
      if (cancellationSignal.aborted || !isOwnFault(error) || info.attempt < TRIES) throw error;
      const fault = ownFault(error);
      throw ApplicationFailure.create({
        type: fault.kind,
        message: fault.message,
        nonRetryable: true,
        details: [{ ...fault, retryable: true, retryCount: info.attempt - 1 }],
      });
    }
  };
}
