/** A request's webhook: checked, and stored apart from the rest, so that no response shows its secret. */

import { randomBytes } from "node:crypto";
import type { ApiSettings, AppDeps } from "../../../api/base/context.api-base.ts";
import type { TakenWebhook, WebhookPort } from "../../../api/base/services.ts";
import { signalWorkflow } from "../../../api/base/temporal.api-base.ts";
import { EVENT_NAMES } from "../../../domain/play/events/registry.events.ts";
import { WEBHOOKS } from "../../../domain/play/records/kinds.record.ts";
import { faultsOf } from "../../../domain/rules/request/faults.request.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import type { Problem } from "../../../domain/shapes/schemas/faults.schema.ts";
import { WebhookRequest } from "../../../domain/shapes/schemas/webhook.schema.ts";
import type { DebateRecord } from "../../../store/port/debates.port.ts";
import { webhookSetSignal } from "../../../workflows/base/messages.workflow-base.ts";
import { webhookUrlProblem } from "../domain/url.ts";

/** Splits the webhook off an unchecked body, with every problem of the webhook. */
function takeWebhook(body: unknown, settings: Pick<ApiSettings, "webhookAllowPrivate">): TakenWebhook {
  if (!hasWebhook(body)) return { rest: body, webhook: null, problems: [] };
  const { webhook: given, ...rest } = body;
  const parsed = WebhookRequest.safeParse(given);
  if (!parsed.success) {
    const problems = faultsOf(parsed.error).map((p) => ({ ...p, pointer: `/webhook${p.pointer}` }));
    return { rest, webhook: null, problems };
  }
  const problems = [...urlProblems(parsed.data, settings), ...eventProblems(parsed.data)];
  return { rest, webhook: problems.length > 0 ? null : parsed.data, problems };
}

function hasWebhook(body: unknown): body is { webhook: unknown } {
  return typeof body === "object" && body !== null && "webhook" in body;
}

function urlProblems({ url }: WebhookRequest, settings: Pick<ApiSettings, "webhookAllowPrivate">): Problem[] {
  const detail = webhookUrlProblem(url, { allowPrivate: settings.webhookAllowPrivate ?? false });
  return detail === null ? [] : [{ pointer: "/webhook/url", detail }];
}

function eventProblems({ events = [] }: WebhookRequest): Problem[] {
  return events.flatMap((name, i) =>
    (EVENT_NAMES as string[]).includes(name)
      ? []
      : [{ pointer: `/webhook/events/${i}`, detail: `must be one of: ${EVENT_NAMES.join(", ")}` }],
  );
}

/** Stores a debate's webhook, with a new secret if it has none. Call it before the first delivery. */
async function keepWebhook(
  deps: Pick<AppDeps, "store" | "now">,
  { tenant, id }: Pick<DebateRecord, "tenant" | "id">,
  { url, events, secret }: WebhookRequest,
): Promise<void> {
  await deps.store.records.put({ tenant, debateId: id }, WEBHOOKS, {
    url,
    events: events ?? null,
    secret: secret ?? `whsec_${randomBytes(32).toString("base64")}`,
    at: deps.now().toISOString(),
    off: null,
  });
}

/** Changes the webhook of a debate; null ends its deliveries. The secret stays unless a new one is given. */
async function changeWebhook(
  deps: Pick<AppDeps, "store" | "now" | "temporal" | "settings">,
  { tenant, id }: Pick<DebateRecord, "tenant" | "id">,
  webhook: WebhookRequest | null,
): Promise<void> {
  const key = { tenant, debateId: id };
  const before = await deps.store.records.get(key, WEBHOOKS, {});
  if (webhook) {
    const secret = webhook.secret ?? before?.secret;
    await keepWebhook(deps, { tenant, id }, { ...webhook, ...(secret && { secret }) });
  } else if (before) {
    await deps.store.records.put(key, WEBHOOKS, { ...before, off: { at: deps.now().toISOString(), why: "removed" } });
  }
  await signalWorkflow(deps, id, webhookSetSignal);
}

/** The webhook with its secret, for the response to the request that set it. */
async function createdWebhook(
  { store }: Pick<AppDeps, "store">,
  { tenant, id }: Pick<DebateRecord, "tenant" | "id">,
  body: unknown,
): Promise<Pick<Debate, "webhook">> {
  const kept = hasWebhook(body) ? await store.records.get({ tenant, debateId: id }, WEBHOOKS, {}) : null;
  return kept ? { webhook: { url: kept.url, events: kept.events, secret: kept.secret } } : {};
}

export function createWebhooks(deps: Pick<AppDeps, "store" | "now" | "temporal" | "settings">): WebhookPort {
  return {
    take: (body) => takeWebhook(body, deps.settings),
    keep: (debate, webhook) => keepWebhook(deps, debate, webhook),
    change: (debate, webhook) => changeWebhook(deps, debate, webhook),
    created: (debate, body) => createdWebhook(deps, debate, body),
  };
}
