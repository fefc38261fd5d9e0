/** Calls to Temporal, each with a deadline. */
import {
  isGrpcServiceError,
  ServiceError,
  WorkflowNotFoundError,
  type WorkflowStartOptions,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from "@temporalio/client";
import type { SignalDefinition } from "@temporalio/common";
import { ParleyError } from "../../domain/base/errors.base.ts";
import type { AppDeps } from "./context.api-base.ts";

type Deps = Pick<AppDeps, "temporal" | "settings">;

const COMMAND_TIMEOUT_MS = 10_000;
/** How long to look for a workflow whose start was not answered. */
const DESCRIBE_MS = 2_000;

export function commandTimeoutMs({ commandTimeoutMs: ms = COMMAND_TIMEOUT_MS }: AppDeps["settings"]): number {
  return ms;
}

/** Rejects if the calls take longer than a command may. */
export function withinTimeout<T>({ temporal, settings }: Deps, calls: () => Promise<T>): Promise<T> {
  return temporal.withDeadline(Date.now() + commandTimeoutMs(settings), calls);
}

/** Starts a workflow; joins the one that runs under this id. */
export async function startWorkflow(
  deps: Deps,
  type: string,
  options: Omit<WorkflowStartOptions, "taskQueue" | "workflowIdConflictPolicy">,
): Promise<void> {
  const { taskQueue } = deps.settings;
  const started = { ...options, taskQueue, workflowIdConflictPolicy: "USE_EXISTING" } as WorkflowStartOptions;
  await withinTimeout(deps, () => deps.temporal.workflow.start(type, started));
}

/** Throws `unavailable` if no workflow runs under this id, or if Temporal does not answer. */
export async function signalWorkflow(deps: Deps, id: string, signal: SignalDefinition): Promise<void> {
  try {
    await withinTimeout(deps, () => deps.temporal.workflow.getHandle(id).signal(signal));
  } catch (error) {
    const isGone = error instanceof WorkflowNotFoundError;
    if (!isGone && !isUnanswered(error)) throw error;
    const why = isGone ? "no workflow runs for this debate now" : "Temporal does not answer";
    throw new ParleyError("unavailable", `${why}; try again`);
  }
}

/** Also after a start that failed: it may have happened although it was not answered. */
export async function hasWorkflow({ temporal }: Pick<AppDeps, "temporal">, id: string): Promise<boolean> {
  try {
    await temporal.withDeadline(Date.now() + DESCRIBE_MS, () => temporal.workflow.getHandle(id).describe());
    return true;
  } catch {
    return false;
  }
}

/** True if an update was not answered: whether a worker has taken it is unknown. */
export function isUnanswered(error: unknown): boolean {
  return (
    error instanceof WorkflowUpdateRPCTimeoutOrCancelledError ||
    error instanceof ServiceError ||
    isGrpcServiceError(error)
  );
}
