/** Finds positions on a topic, without a debate: `positionsWorkflow` runs, and ends when the wait for it does. */
import { isGrpcServiceError, ServiceError, WorkflowFailedError } from "@temporalio/client";
import { ParleyError } from "../../domain/base/errors.base.ts";
import { languageIn } from "../../domain/base/language/tag.ts";
import { preview } from "../../domain/base/text/text.ts";
import {
  type CheckedPositions,
  checkPositionsRequest,
  Positions,
  PositionsRequest,
} from "../../domain/play/beginning/positions-request.ts";
import { inputTokens } from "../../domain/play/budget/worst-case.ts";
import { POSITIONS_OUTPUT, positionsPrompt } from "../../domain/prompts/speaker/alone.speaker-prompt.ts";
import { defaultDiversity } from "../../domain/rules/positions/assigned-positions.ts";
import { modelId } from "../../domain/shapes/catalogue/catalogue.ts";
import { addSpend, costUsdOf, spendOf, usageOf } from "../../domain/shapes/state/costs.state.ts";
import type { PositionsInput, PositionsOutcome } from "../../workflows/base/messages.workflow-base.ts";
import type { AppDeps } from "../base/context.api-base.ts";
import { createFenceKey } from "../debates/fence-key.debates-api.ts";
import { readJson } from "../http/body.http.ts";
import { json } from "../openapi/openapi.ts";
import { defineRoute } from "../openapi/route.openapi.ts";
import { leavePlace, takeWait } from "../places/wait.api.ts";
import { type QuotaKey } from "../quotas/admission.quota-api.ts";
import { free, setAside } from "../quotas/purchases.ts";

const WORKFLOW = "positionsWorkflow";
/** Limit of the wait and of the workflow. */
const WAIT_MS = 60_000;
/** A process that dies leaves its purse for so long. */
const PURSE_MS = 120_000;
/** Extra time to fetch a result that was ready in time. */
const GRACE_MS = 1_000;

export const findPositions = defineRoute({
  at: "POST /v1/positions",
  place: "creates",
  operationId: "findPositions",
  summary: "Find positions on a topic, without a debate; takes up to 60 seconds",
  body: PositionsRequest,
  replies: { 200: json(Positions, "As many positions as requested, all different") },
  refuses: ["model-failed", "quota-exceeded"],
  async answer(c, services) {
    const body = await readJson(c);
    takeWait(c, services);
    leavePlace(c);
    return c.json(await runPositions(services, { tenant: c.get("tenant"), key: c.get("caller")?.key, body }), 200);
  },
});

/**
 * Throws `invalid-request` with every problem, `quota-exceeded`, `model-failed`, or `unavailable` if no positions were found
 * in time.
 */
async function runPositions(
  deps: AppDeps,
  input: { tenant: string; key: QuotaKey; body: unknown },
): Promise<Positions> {
  const { request, problems } = checkPositionsRequest(input.body, deps.catalogue);
  if (!request)
    throw new ParleyError("invalid-request", "the request for positions is not valid", { errors: problems });
  const outcome = await bought(deps, inputOf(deps, { ...input, request }));
  if ("fault" in outcome) throw modelFailed(outcome.fault);
  const spend = outcome.failures.map(spendOf).reduce(addSpend, outcome.spend);
  return { ...outcome.proposal, model: modelId(request.model), usage: usageOf(spend), costUsd: costUsdOf(spend) };
}

function modelFailed({
  kind,
  message,
  suggestion,
}: Extract<PositionsOutcome, { fault: object }>["fault"]): ParleyError {
  if (kind === "quota_exceeded") return new ParleyError("quota-exceeded", message);
  return new ParleyError("model-failed", `${message} ${suggestion}`, { faultKind: kind });
}

interface Asking {
  tenant: string;
  key: QuotaKey;
  request: CheckedPositions;
}

/** The workflow's id, and the purse out of which it pays. */
function inputOf({ settings }: AppDeps, { tenant, key, request }: Asking): PositionsInput & { purse: string } {
  const { topic, context, count, diversity = defaultDiversity(request.count), model } = request;
  const { durations } = settings;
  const asked = { topic, ...(context !== undefined && { context }), ...languageIn(request), count, diversity };
  const purse = `positions-${crypto.randomUUID()}`;
  const buyer = { tenant, purse, ...(key && { key }) };
  return { ...buyer, ...asked, model, durations, fenceKey: createFenceKey() };
}

/** Takes its place under the limits first. */
async function bought(deps: AppDeps, input: PositionsInput & { purse: string }): Promise<PositionsOutcome> {
  const { tenant, key, purse, model } = input;
  const { maxOutputTokens = POSITIONS_OUTPUT } = model;
  const call = { model, input: inputTokens(model, positionsPrompt(input)), maxOutputTokens };
  await setAside(deps, { tenant, key, purse, calls: [call], forMs: PURSE_MS, pointer: "/model" });
  try {
    return await execute(deps, input);
  } finally {
    await free(deps, { tenant, key, purse }).catch(() => {});
  }
}

async function execute(
  { temporal, settings, logger }: AppDeps,
  input: PositionsInput & { purse: string },
): Promise<PositionsOutcome> {
  const waitMs = settings.positionsTimeoutMs ?? WAIT_MS;
  try {
    return await temporal.withDeadline(Date.now() + waitMs + GRACE_MS, () =>
      temporal.workflow.execute(WORKFLOW, {
        workflowId: input.purse,
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
