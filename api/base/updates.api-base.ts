/** Updates of workflows: sent until the workflow has answered, or is over. */
import { setTimeout as sleep } from "node:timers/promises";
import {
  ApplicationFailure,
  type Client,
  isGrpcServiceError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from "@temporalio/client";
import { isRefusal } from "../../domain/shapes/refusals.ts";
import { isUnanswered } from "./temporal.api-base.ts";

interface UpdateCall {
  workflowId: string;
  name: string;
  input?: unknown;
  /** A run carries it out once under this id. */
  updateId: string;
  /** Milliseconds since the epoch. */
  deadline: number;
}

/** Extra time for the answer to an update that was taken just before its deadline. */
const GRACE_MS = 1_000;
/** Milliseconds between attempts; doubles. */
const PAUSE_MS = { first: 50, longest: 1_000 };
/** How long Temporal may not know a workflow whose start is under way. */
const STARTING_MS = 2_000;
const DESCRIBE_MS = 2_000;

/**
 * Throws the workflow's own refusal, `WorkflowNotFoundError` once the workflow is over or not there, and whatever is left
 * unanswered at the deadline. Temporal may drop an update in a burst, or while the workflow begins, ends or continues as new:
 * then it is sent again.
 */
export async function sendUpdate<T>(temporal: Client, call: UpdateCall): Promise<T> {
  const startedBy = Date.now() + STARTING_MS;
  for (let pause = PAUSE_MS.first; ; pause = Math.min(PAUSE_MS.longest, pause * 2)) {
    try {
      return await sendOnce<T>(temporal, call);
    } catch (error) {
      if (!mayBeSentAgain(error) || Date.now() + pause > call.deadline) throw error;
      const state = await stateOf(temporal, call.workflowId);
      const isAwaited = state === "missing" ? Date.now() < startedBy : state !== "over";
      if (!isAwaited) throw gone(call.workflowId);
      await sleep(pause);
    }
  }
}

function sendOnce<T>(temporal: Client, { workflowId, name, input, updateId, deadline }: UpdateCall): Promise<T> {
  const handle = temporal.workflow.getHandle(workflowId);
  return temporal.withDeadline(deadline + GRACE_MS, () =>
    handle.executeUpdate<T, [unknown]>(name, { updateId, args: [input] }),
  );
}

/** The workflow's own answer to an update that it does not carry out. */
export function refusalOf(error: unknown): ApplicationFailure | null {
  const cause = error instanceof WorkflowUpdateFailedError ? error.cause : undefined;
  return cause instanceof ApplicationFailure && isRefusal(cause.type) ? cause : null;
}

/** An update that nobody has carried out, as far as is known. */
export function wasNotTaken(error: unknown): boolean {
  return isUnanswered(error) || (error instanceof WorkflowUpdateFailedError && refusalOf(error) === null);
}

/** Statuses of gRPC that pass, RESOURCE_EXHAUSTED, ABORTED and UNAVAILABLE: Temporal was busy, or moved the workflow. */
const PASSING = [8, 10, 14];

function mayBeSentAgain(error: unknown): boolean {
  if (error instanceof WorkflowNotFoundError) return true;
  if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError) return false;
  if (error instanceof WorkflowUpdateFailedError)
    return wasNotTaken(error) && error.cause instanceof ApplicationFailure;
  const cause = error instanceof Error && isGrpcServiceError(error.cause) ? error.cause : error;
  return isGrpcServiceError(cause) && PASSING.includes(cause.code);
}

/** `unknown`: Temporal does not answer. */
async function stateOf(temporal: Client, id: string): Promise<"running" | "over" | "missing" | "unknown"> {
  try {
    const handle = temporal.workflow.getHandle(id);
    const { status } = await temporal.withDeadline(Date.now() + DESCRIBE_MS, () => handle.describe());
    return status.name === "RUNNING" || status.name === "CONTINUED_AS_NEW" ? "running" : "over";
  } catch (error) {
    return error instanceof WorkflowNotFoundError ? "missing" : "unknown";
  }
}

function gone(id: string): WorkflowNotFoundError {
  return new WorkflowNotFoundError(`no workflow runs for ${id}`, id, undefined);
}
