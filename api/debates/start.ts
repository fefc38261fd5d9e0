/** Creates a debate: first META, then the workflow, each conditional. If the workflow does not start, META is removed. */

import { stateAfter } from "../../domain/around/branches/fork.ts";
import { ERASED } from "../../domain/around/outside-records.ts";
import type { Admission } from "../../domain/around/quotas/admission.quota.ts";
import { ParleyError } from "../../domain/base/errors.base.ts";
import { escapeMarkdown, firstBytes } from "../../domain/base/text/text.ts";
import { checkRequest } from "../../domain/play/beginning/checks.beginning.ts";
import { plannedConfig } from "../../domain/play/beginning/planned.ts";
import { drafted, withRequest } from "../../domain/play/beginning/revision.ts";
import { withUsualParticipants } from "../../domain/rules/seats/usual-participants.ts";
import type { DebateConfig } from "../../domain/shapes/plan/config.plan.ts";
import type { DebatePlan } from "../../domain/shapes/plan/plan.ts";
import type { Problem } from "../../domain/shapes/schemas/faults.schema.ts";
import type { AppliedPreset } from "../../domain/shapes/schemas/preset.ts";
import type { WebhookRequest } from "../../domain/shapes/schemas/webhook.schema.ts";
import { debateDetails } from "../../domain/show/page-details.ts";
import { newDebate } from "../../store/debates/new-debate.ts";
import type { DebatePrefix, DebateRecord } from "../../store/port/debates.port.ts";
import { keyOf } from "../../store/port/debates.port.ts";
import { type DebateInput, priorityOf, searchAttributesOf } from "../../workflows/base/messages.workflow-base.ts";
import type { AppDeps, IdempotencyLease } from "../base/context.api-base.ts";
import type { Services } from "../base/services.ts";
import { hasWorkflow, startWorkflow } from "../base/temporal.api-base.ts";
import { wasDeleted } from "../idempotency/idempotency.api.ts";
import { withRoom } from "../kept/room.api.ts";
import { traceMemo } from "../observe/traceparent.ts";
import { cappedConfig, type QuotaKey, requirePlace } from "../quotas/admission.quota-api.ts";
import { withFenceKey } from "./fence-key.debates-api.ts";
import { requireMaterial } from "./material.debates-api.ts";

const WORKFLOW = "debateWorkflow";
/** Ids of the same second collide once in 2³⁰. */
const ID_TRIES = 3;
/** Of those: a repeat that comes while the first request creates the debate finds it, or its configuration, in the second. */
const BEGUN_TRIES = 2;

/**
 * Throws `invalid-request` with every problem (of a draft: of its shape), or `unavailable` if Temporal does not answer;
 * then nothing stays stored.
 */
export async function startDebate(
  deps: Services,
  input: { tenant: string; lease?: IdempotencyLease | undefined; key: QuotaKey } & (
    | { body: unknown }
    | { applied: AppliedPreset }
  ),
): Promise<DebateRecord> {
  const { tenant, lease, key } = input;
  // No configuration contains its secret.
  const { body, preset } = "applied" in input ? input.applied : await deps.presets.apply(input);
  const { rest, webhook, problems: amiss } = deps.webhooks.take(body);
  const wanted = isDraft(rest) ? draftFrom(deps, rest, amiss) : debateFrom(deps, rest, amiss);
  const complete = await requireMaterial(deps, { tenant, config: wanted.config, detail: "the debate is not valid" });
  const config = { ...complete, ...(preset !== null && { preset }) };
  return beginDebate(deps, { tenant, lease, key, ...(webhook && { webhook }), ...wanted, config });
}

/**
 * Begins a debate of this configuration; with a prefix, where the prefix ends. Throws `unavailable` as above, and
 * `quota-exceeded` if it neither fits under its limits nor may wait.
 */
export async function beginDebate(deps: Services, input: Beginning): Promise<DebateRecord> {
  const { webhook, tenant, key } = input;
  const config = input.problems ? input.config : await cappedConfig(deps, { tenant, key, config: input.config });
  const { record, plan, isQueued } = await createRecord(deps, { ...input, config });
  // Only the workflow writes a second version, so it has started already.
  if (record.version > 1) return record;
  try {
    if (webhook) await deps.webhooks.keep(record, webhook);
    const { publicUrl } = deps.settings;
    const started: DebateInput = {
      plan: webhook ? { ...plan, webhook: true } : plan,
      ...(publicUrl && { publicUrl }),
      ...(plan.draft && { problems: record.state.problems }),
      ...(isQueued && { queued: true as const }),
      ...originOf(record.config),
      ...(input.prefix && { carried: carriedOf(plan, input.prefix) }),
    };
    const priorityKey = deps.priorities(tenant, deps.now().getTime());
    await startWorkflow(deps, WORKFLOW, {
      ...workflowOptions(started),
      priority: { ...priorityOf(plan), priorityKey },
    });
  } catch (error) {
    if (await hasWorkflow(deps, record.id)) return record;
    await deps.store.discardDebate(keyOf(record));
    deps.logger.error({ debateId: record.id, error: (error as Error).name }, "the workflow did not start");
    throw new ParleyError("unavailable", "Temporal does not answer, so the debate was not created; try again");
  }
  return record;
}

/** A draft waits: PATCH may change it, and `start` begins it. */
export function isDraft(body: unknown): boolean {
  return typeof body === "object" && body !== null && "start" in body && body.start === false;
}

interface Wanted {
  config: DebateConfig;
  problems?: Problem[];
}

interface Beginning extends Wanted {
  tenant: string;
  /** Of the caller. */
  key: QuotaKey;
  lease?: IdempotencyLease | undefined;
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
  throw new ParleyError("invalid-request", "the draft is not valid", { errors });
}

function debateFrom({ catalogue, settings }: AppDeps, body: unknown, amiss: Problem[]): Wanted {
  const { body: whole, taken } = withUsualParticipants(body, catalogue);
  const { request, problems } = checkRequest(whole, catalogue);
  const errors = [...problems, ...amiss];
  if (request && errors.length === 0) {
    const { config } = plannedConfig(request, catalogue);
    return { config: withRequest({ ...config, warnings: [...taken, ...config.warnings] }, whole, settings.durations) };
  }
  throw new ParleyError("invalid-request", "the debate is not valid", { errors });
}

/** Continues with the debate of an earlier request with the same key that died. */
async function createRecord(deps: Services, input: Beginning) {
  const { problems, prefix, key: caller } = input;
  const whenBusy = prefix ? "reject" : (input.config.whenBusy ?? "reject");
  const { durations, continueAfterEvents } = deps.settings;
  const earlier = input.lease?.debateId ?? null;
  for (let attempt = 0; attempt < ID_TRIES; attempt++) {
    const now = deps.now();
    const begun = attempt < BEGUN_TRIES ? earlier : null;
    const id = begun ?? deps.newId(now);
    await input.lease?.bind(id);
    // What the earlier request began is given up, with its place.
    if (earlier && attempt === BEGUN_TRIES)
      await deps.store.quotas.settle({ tenant: input.tenant, debateId: earlier }, null);
    const key = { tenant: input.tenant, debateId: id };
    // What another request may have stored meanwhile is looked for in the second.
    const mayBeStored = begun !== null && !(input.lease?.isNew && attempt === 0);
    const config = await withFenceKey(deps.store, input.config, mayBeStored ? key : null);
    const { record, plan } = newDebate({ ...key, config, durations, continueAfterEvents, now, problems, prefix });
    const before = mayBeStored && (await deps.store.getDebate(key));
    // It has its place since it was made.
    if (before) return { record: before, plan, isQueued: isWaiting(before) };
    if (mayBeStored && (await deps.store.records.get(key, ERASED, {}))) throw wasDeleted();
    const place = problems ? FREE : await requirePlace(deps, { record, key: caller, whenBusy });
    // The id is another debate's, unless an earlier request with this key took the place.
    if (place.kind === "admitted" && place.isKnown && !begun) continue;
    const isQueued = place.kind === "queued";
    const placed = isQueued ? waiting(record) : record;
    const create = () => deps.store.createDebate(placed, prefix);
    const room = { tenant: input.tenant, of: "debates" as const, id, size: config };
    if (await (problems ? withRoom(deps, room, create) : create())) return { record: placed, plan, isQueued };
    const made = begun && (await deps.store.getDebate(key));
    if (made) return { record: made, plan, isQueued };
    if (place !== FREE && !begun) await deps.store.quotas.settle(key, null);
  }
  throw new ParleyError("conflict", "no free id was found; try again");
}

/** A draft takes no place in its tenant's limits until it starts. */
const FREE: Admission = { kind: "admitted" };

/** It does not start by itself yet. */
function waiting(record: DebateRecord): DebateRecord {
  return { ...record, state: { ...record.state, status: "ready" } };
}

function isWaiting({ version, state, config }: DebateRecord): boolean {
  return version === 1 && state.status === "ready" && config.whenBusy === "queue";
}

function workflowOptions(input: DebateInput) {
  const { plan } = input;
  return {
    workflowId: plan.debateId,
    args: [input],
    workflowIdReusePolicy: "REJECT_DUPLICATE" as const,
    staticSummary: firstBytes(escapeMarkdown(plan.title || "a draft"), 200),
    staticDetails: debateDetails("", plan.debateId, input.publicUrl),
    typedSearchAttributes: searchAttributesOf(plan),
    ...traceMemo(),
  };
}
