/** Removes what Temporal keeps of a debate: its workflow and every run that it continued from. */
import { type Client, isGrpcServiceError, WorkflowNotFoundError } from "@temporalio/client";
import { ParleyError } from "../domain/errors.ts";
import { COMMAND_TIMEOUT_MS } from "./context.ts";
import type { Services } from "./services.ts";

/** gRPC's codes: not there; and what a server says that does not let us. */
const NOT_FOUND = 5;
const NOT_ALLOWED = [7, 12];

type Deps = Pick<Services, "temporal" | "settings" | "logger">;

/** Does nothing when it is gone already. Throws `unavailable` when Temporal does not answer. */
export async function deleteHistory({ temporal, settings, logger }: Deps, workflowId: string): Promise<void> {
  const { namespace } = settings;
  try {
    await temporal.withDeadline(Date.now() + (settings.commandTimeoutMs ?? COMMAND_TIMEOUT_MS), async () => {
      // The oldest first: the current run leads to the others, so an attempt that was cut off can be repeated.
      for (const runId of (await runsOf(temporal, { namespace, workflowId })).toReversed())
        await temporal.workflowService.deleteWorkflowExecution({ namespace, workflowExecution: { workflowId, runId } });
    });
  } catch (error) {
    const code = grpcCode(error);
    if (error instanceof WorkflowNotFoundError || code === NOT_FOUND) return;
    if (code === undefined || !NOT_ALLOWED.includes(code))
      throw new ParleyError("unavailable", "Temporal does not answer, so the debate was not deleted; try again");
    logger.warn({ debateId: workflowId, code }, "this Temporal does not let us delete the workflow's history");
  }
}

/** The newest first. */
async function runsOf(temporal: Client, { namespace, workflowId }: { namespace: string; workflowId: string }) {
  const runs: string[] = [];
  let runId: string | null = (await temporal.workflow.getHandle(workflowId).describe()).runId;
  while (runId) {
    runs.push(runId);
    runId = await runBefore(temporal, { namespace, execution: { workflowId, runId } });
  }
  return runs;
}

/** The run that this one continued from; null for the first, and where that one is gone already. */
async function runBefore(
  temporal: Client,
  of: { namespace: string; execution: { workflowId: string; runId: string } },
) {
  try {
    const { history } = await temporal.workflowService.getWorkflowExecutionHistory({ ...of, maximumPageSize: 1 });
    return history?.events?.[0]?.workflowExecutionStartedEventAttributes?.continuedExecutionRunId ?? null;
  } catch (error) {
    if (grpcCode(error) === NOT_FOUND) return null;
    throw error;
  }
}

function grpcCode(error: unknown): number | undefined {
  return isGrpcServiceError(error) ? error.code : undefined;
}
