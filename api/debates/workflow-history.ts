/** Deletes a workflow from Temporal, with every run that it continued from. */
import { type Client, isGrpcServiceError, WorkflowNotFoundError } from "@temporalio/client";
import { ParleyError } from "../../domain/base/errors.base.ts";
import type { Services } from "../base/services.ts";
import { withinTimeout } from "../base/temporal.api-base.ts";

/** gRPC codes: not found; permission denied, unimplemented. */
const NOT_FOUND = 5;
const NOT_ALLOWED = [7, 12];

type Deps = Pick<Services, "temporal" | "settings" | "logger">;

/** Does nothing if it is deleted already. Throws `unavailable` if Temporal does not answer. */
export async function deleteHistory(deps: Deps, workflowId: string): Promise<void> {
  const { temporal, settings, logger } = deps;
  const { namespace } = settings;
  try {
    await withinTimeout(deps, async () => {
      // The oldest first: the current run leads to the others, so an interrupted deletion can be repeated.
      for (const runId of (await runsOf(temporal, { namespace, workflowId })).toReversed())
        await temporal.workflowService.deleteWorkflowExecution({ namespace, workflowExecution: { workflowId, runId } });
    });
  } catch (error) {
    const code = grpcCode(error);
    if (error instanceof WorkflowNotFoundError || code === NOT_FOUND) return;
    if (code === undefined || !NOT_ALLOWED.includes(code))
      throw new ParleyError("unavailable", "Temporal does not answer, so the debate was not deleted; try again");
    logger.warn({ debateId: workflowId, code }, "Temporal refuses to delete the workflow's history");
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

/** The run that this one continued from. null for the first, or if that one is deleted already. */
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
