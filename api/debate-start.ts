/**
 * Brings a new debate into being: META first, then the workflow, each conditional. A debate whose workflow did not
 * start is taken back.
 */
import { defineSearchAttributeKey, TypedSearchAttributes } from "@temporalio/common";
import { checkRequest } from "../domain/checks.ts";
import { configOf, planOf } from "../domain/config.ts";
import { ParleyError } from "../domain/errors.ts";
import type { DebatePlan } from "../domain/plan.ts";
import type { DebateRequest } from "../domain/request.ts";
import { initialState } from "../domain/state.ts";
import { escapeMarkdown, firstBytes } from "../domain/text.ts";
import type { DebateRecord } from "../store/port.ts";
import type { DebateInput } from "../workflows/messages.ts";
import { type AppDeps, COMMAND_TIMEOUT_MS } from "./context.ts";
import type { Hold } from "./hold.ts";

const WORKFLOW = "debateWorkflow";
/** Ids of the same second collide once in 2³⁰. */
const ID_TRIES = 3;
/** How long to look for a workflow whose start was not answered. */
const LOOK_MS = 2_000;

/** Throws `invalid-request` with every fault, or `unavailable` when Temporal does not answer; nothing is left then. */
export async function startDebate(
  deps: AppDeps,
  input: { tenant: string; body: unknown; hold?: Hold | undefined },
): Promise<DebateRecord> {
  const { request, problems } = checkRequest(input.body, deps.catalogue);
  if (!request)
    throw new ParleyError("invalid-request", "the debate can not be created as it stands", { errors: problems });
  const { record, plan } = await createRecord(deps, { ...input, request });
  // Only its workflow writes a second version: it runs, or has run.
  if (record.version > 1) return record;
  try {
    await startWorkflow(deps, plan);
  } catch (error) {
    if (await hasWorkflow(deps, record.id)) return record;
    await deps.store.discardDebate({ tenant: record.tenant, debateId: record.id });
    deps.logger.error({ debateId: record.id, error: (error as Error).name }, "the workflow did not start");
    throw new ParleyError("unavailable", "Temporal does not answer, so the debate was not created; try again");
  }
  return record;
}

/** A debate that an earlier request with the same key has made is taken up where that request died. */
async function createRecord(deps: AppDeps, input: { tenant: string; request: DebateRequest; hold?: Hold | undefined }) {
  const config = configOf(input.request, deps.catalogue);
  const { durations, continueAfterEvents } = deps.settings;
  for (let attempt = 0; attempt < ID_TRIES; attempt++) {
    const now = deps.now();
    const begun = attempt === 0 ? (input.hold?.debateId ?? null) : null;
    const id = begun ?? deps.newId(now);
    await input.hold?.bind(id);
    const plan = planOf({ tenant: input.tenant, debateId: id, config, durations, continueAfterEvents });
    const record = {
      tenant: input.tenant,
      id,
      version: 1,
      config,
      state: initialState(plan),
      createdAt: now.toISOString(),
    };
    if (await deps.store.createDebate(record)) return { record, plan };
    const made = begun && (await deps.store.getDebate({ tenant: input.tenant, debateId: begun }));
    if (made) return { record: made, plan };
  }
  throw new ParleyError("conflict", "no free id was found; try again");
}

async function startWorkflow({ temporal, settings }: AppDeps, plan: DebatePlan): Promise<void> {
  const deadline = Date.now() + (settings.commandTimeoutMs ?? COMMAND_TIMEOUT_MS);
  await temporal.withDeadline(deadline, () =>
    temporal.workflow.start(WORKFLOW, {
      workflowId: plan.debateId,
      taskQueue: settings.taskQueue,
      args: [{ plan } satisfies DebateInput],
      workflowIdConflictPolicy: "USE_EXISTING",
      workflowIdReusePolicy: "REJECT_DUPLICATE",
      staticSummary: firstBytes(escapeMarkdown(plan.title), 200),
      typedSearchAttributes: searchAttributes(plan),
    }),
  );
}

function searchAttributes(plan: DebatePlan): TypedSearchAttributes {
  return new TypedSearchAttributes([
    { key: defineSearchAttributeKey("DebateStatus", "KEYWORD"), value: "configuring" },
    { key: defineSearchAttributeKey("DebateFormat", "KEYWORD"), value: plan.format },
    { key: defineSearchAttributeKey("DebateTenant", "KEYWORD"), value: plan.tenant },
    { key: defineSearchAttributeKey("DebateRound", "INT"), value: 0 },
    { key: defineSearchAttributeKey("DebateCostUsd", "DOUBLE"), value: 0 },
  ]);
}

/** A start that was not answered may have happened all the same. */
async function hasWorkflow({ temporal }: AppDeps, id: string): Promise<boolean> {
  try {
    await temporal.withDeadline(Date.now() + LOOK_MS, () => temporal.workflow.getHandle(id).describe());
    return true;
  } catch {
    return false;
  }
}
