/** Runs `positionsWorkflow` and waits for it. One that nobody waits for any more is not left running. */
import { isGrpcServiceError, ServiceError, WorkflowFailedError } from "@temporalio/client";
import { parseModel } from "../domain/catalogue.ts";
import { addSpend, costUsdOf, spendOf, usageOf } from "../domain/costs.ts";
import { ParleyError } from "../domain/errors.ts";
import type { ModelRef } from "../domain/plan.ts";
import { defaultDiversity } from "../domain/positions.ts";
import { checkPositionsRequest, type Positions, type PositionsRequest } from "../domain/positions-request.ts";
import { preview } from "../domain/text.ts";
import type { PositionsInput, PositionsOutcome } from "../workflows/messages.ts";
import type { AppDeps } from "./context.ts";

const WORKFLOW = "positionsWorkflow";
/** How long a caller waits, and so how long the workflow may take. */
const WAIT_MS = 60_000;
/** An answer that was made in time is still fetched. */
const GRACE_MS = 1_000;

/** Throws `invalid-request` with every fault, or `unavailable` when no positions were made in time. */
export async function runPositions(deps: AppDeps, input: { tenant: string; body: unknown }): Promise<Positions> {
  const { request, problems } = checkPositionsRequest(input.body, deps.catalogue);
  if (!request) throw new ParleyError("invalid-request", "no positions can be found for this", { errors: problems });
  const outcome = await execute(deps, inputOf(deps, input.tenant, request));
  if ("fault" in outcome) throw new ParleyError("unavailable", `${outcome.fault.message} ${outcome.fault.suggestion}`);
  const spend = outcome.failures.map(spendOf).reduce(addSpend, outcome.spend);
  return { ...outcome.proposal, model: request.model, usage: usageOf(spend), costUsd: costUsdOf(spend) };
}

function inputOf({ settings }: AppDeps, tenant: string, request: PositionsRequest & { model: string }): PositionsInput {
  const { topic, context, count, diversity = defaultDiversity(request.count), model } = request;
  const { durations } = settings;
  const ref = parseModel(model) as ModelRef;
  return { tenant, topic, ...(context !== undefined && { context }), count, diversity, model: ref, durations };
}

async function execute({ temporal, settings, logger }: AppDeps, input: PositionsInput): Promise<PositionsOutcome> {
  const waitMs = settings.positionsTimeoutMs ?? WAIT_MS;
  try {
    return await temporal.withDeadline(Date.now() + waitMs + GRACE_MS, () =>
      temporal.workflow.execute(WORKFLOW, {
        workflowId: `positions-${crypto.randomUUID()}`,
        taskQueue: settings.taskQueue,
        args: [input],
        workflowExecutionTimeout: waitMs,
        staticSummary: preview(`positions · ${input.topic}`, 50),
      }),
    );
  } catch (error) {
    const known = error instanceof WorkflowFailedError || error instanceof ServiceError || isGrpcServiceError(error);
    if (!known) throw error;
    logger.warn({ error: error.name }, "no positions in time");
    throw new ParleyError("unavailable", "no positions were found in time; try again");
  }
}
