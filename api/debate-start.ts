/**
 * Brings a new debate into being: META first, then the workflow, each conditional. A debate whose workflow did not
 * start is taken back.
 */
import { defineSearchAttributeKey, TypedSearchAttributes } from "@temporalio/common";
import { checkRequest } from "../domain/checks.ts";
import type { DebateConfig } from "../domain/config.ts";
import { configOf } from "../domain/configure.ts";
import { ParleyError } from "../domain/errors.ts";
import { stateAfter } from "../domain/fork.ts";
import type { DebatePlan } from "../domain/plan.ts";
import { planOf } from "../domain/plan-of.ts";
import { drafted, withRequest } from "../domain/revision.ts";
import type { Problem } from "../domain/schemas/faults.ts";
import { initialState } from "../domain/state.ts";
import { escapeMarkdown, firstBytes } from "../domain/text.ts";
import type { WebhookRequest } from "../domain/webhooks/webhook.ts";
import type { DebatePrefix, DebateRecord } from "../store/port/debates.ts";
import type { DebateInput } from "../workflows/messages.ts";
import { type AppDeps, COMMAND_TIMEOUT_MS } from "./context.ts";
import type { Hold } from "./hold.ts";
import { traceMemo } from "./traceparent.ts";
import { keepWebhook, takeWebhook } from "./webhooks.ts";

const WORKFLOW = "debateWorkflow";
/** Ids of the same second collide once in 2³⁰. */
const ID_TRIES = 3;
/** How long to look for a workflow whose start was not answered. */
const LOOK_MS = 2_000;

/**
 * Throws `invalid-request` with every fault (of a draft, with every fault of its shape), or `unavailable` when Temporal
 * does not answer; nothing is left then.
 */
export async function startDebate(
  deps: AppDeps,
  input: { tenant: string; body: unknown; hold?: Hold | undefined },
): Promise<DebateRecord> {
  const { tenant, hold } = input;
  // Its secret is in no configuration.
  const { rest, webhook, problems: amiss } = takeWebhook(input.body, deps.settings);
  const wanted = isDraft(rest) ? draftFrom(deps, rest, amiss) : debateFrom(deps, rest, amiss);
  return beginDebate(deps, { tenant, hold, ...(webhook && { webhook }), ...wanted });
}

/** A new debate of this configuration; with a prefix, one that goes on where it ends. Throws `unavailable` as above. */
export async function beginDebate(deps: AppDeps, input: Beginning): Promise<DebateRecord> {
  const { webhook } = input;
  const { record, plan } = await createRecord(deps, input);
  // Only its workflow writes a second version: it runs, or has run.
  if (record.version > 1) return record;
  try {
    if (webhook) await keepWebhook(deps, record, webhook);
    await startWorkflow(deps, {
      plan: webhook ? { ...plan, webhook: true } : plan,
      ...(plan.draft && { problems: record.state.problems }),
      ...originOf(record.config),
      ...(input.prefix && { carried: carriedOf(plan, input.prefix) }),
    });
  } catch (error) {
    if (await hasWorkflow(deps, record.id)) return record;
    await deps.store.discardDebate({ tenant: record.tenant, debateId: record.id });
    deps.logger.error({ debateId: record.id, error: (error as Error).name }, "the workflow did not start");
    throw new ParleyError("unavailable", "Temporal does not answer, so the debate was not created; try again");
  }
  return record;
}

/** It is created to wait: a PATCH may change it, and `start` begins it. */
export function isDraft(body: unknown): boolean {
  return typeof body === "object" && body !== null && "start" in body && body.start === false;
}

interface Wanted {
  config: DebateConfig;
  problems?: Problem[];
}

interface Beginning extends Wanted {
  tenant: string;
  hold?: Hold | undefined;
  webhook?: WebhookRequest;
  prefix?: DebatePrefix | undefined;
}

function originOf({ forkedFrom, twinOf }: DebateConfig): Pick<DebateInput, "origin"> {
  if (twinOf) return { origin: { twinOf } };
  return forkedFrom ? { origin: { forkedFrom: { id: forkedFrom.id, afterRound: forkedFrom.afterRound } } } : {};
}

function carriedOf(plan: DebatePlan, { events }: DebatePrefix): DebateInput["carried"] {
  return { state: stateAfter(plan, events), version: 1, eventCount: 0, head: events.length };
}

function draftFrom({ catalogue, settings }: AppDeps, body: unknown, amiss: Problem[]): Wanted {
  const draft = drafted(body, { catalogue, defaults: settings.durations });
  if (draft.config && amiss.length === 0) return draft;
  const errors = [...(draft.config ? [] : draft.refused), ...amiss];
  throw new ParleyError("invalid-request", "the draft can not be kept as it stands", { errors });
}

function debateFrom({ catalogue, settings }: AppDeps, body: unknown, amiss: Problem[]): Wanted {
  const { request, problems } = checkRequest(body, catalogue);
  const errors = [...problems, ...amiss];
  if (request && errors.length === 0)
    return { config: withRequest(configOf(request, catalogue), body, settings.durations) };
  throw new ParleyError("invalid-request", "the debate can not be created as it stands", { errors });
}

/** A debate that an earlier request with the same key has made is taken up where that request died. */
async function createRecord(deps: AppDeps, input: Beginning) {
  const { config, problems, prefix } = input;
  const { durations, continueAfterEvents } = deps.settings;
  for (let attempt = 0; attempt < ID_TRIES; attempt++) {
    const now = deps.now();
    const begun = attempt === 0 ? (input.hold?.debateId ?? null) : null;
    const id = begun ?? deps.newId(now);
    await input.hold?.bind(id);
    const whole = planOf({ tenant: input.tenant, debateId: id, config, durations, continueAfterEvents });
    const plan: DebatePlan = problems ? { ...whole, draft: true } : whole;
    const record = {
      tenant: input.tenant,
      id,
      version: 1,
      config,
      // Assessments have items of their own.
      state: prefix
        ? { ...stateAfter(plan, prefix.events), assessments: [] }
        : { ...initialState(plan), ...(problems && { problems }) },
      createdAt: now.toISOString(),
    };
    const isNew = prefix ? await deps.store.forkDebate(record, prefix) : await deps.store.createDebate(record);
    if (isNew) return { record, plan };
    const made = begun && (await deps.store.getDebate({ tenant: input.tenant, debateId: begun }));
    if (made) return { record: made, plan };
  }
  throw new ParleyError("conflict", "no free id was found; try again");
}

async function startWorkflow({ temporal, settings }: AppDeps, input: DebateInput): Promise<void> {
  const { plan } = input;
  const deadline = Date.now() + (settings.commandTimeoutMs ?? COMMAND_TIMEOUT_MS);
  await temporal.withDeadline(deadline, () =>
    temporal.workflow.start(WORKFLOW, {
      workflowId: plan.debateId,
      taskQueue: settings.taskQueue,
      args: [input],
      workflowIdConflictPolicy: "USE_EXISTING",
      workflowIdReusePolicy: "REJECT_DUPLICATE",
      staticSummary: firstBytes(escapeMarkdown(plan.title || "a draft"), 200),
      typedSearchAttributes: searchAttributes(plan),
      ...traceMemo(),
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
export async function hasWorkflow({ temporal }: AppDeps, id: string): Promise<boolean> {
  try {
    await temporal.withDeadline(Date.now() + LOOK_MS, () => temporal.workflow.getHandle(id).describe());
    return true;
  } catch {
    return false;
  }
}
