/** A request's webhook: checked, and kept apart from the rest, so that its secret is in nothing that is shown. */
import { randomBytes } from "node:crypto";
import { faultsOf } from "../domain/checks.ts";
import { EVENT_NAMES } from "../domain/event-shapes.ts";
import type { Debate } from "../domain/schemas/debate.ts";
import type { Problem } from "../domain/schemas/faults.ts";
import { webhookUrlProblem } from "../domain/webhooks/url.ts";
import { WebhookRequest } from "../domain/webhooks/webhook.ts";
import type { DebateRecord } from "../store/port/debates.ts";
import { webhookSetSignal } from "../workflows/messages.ts";
import type { ApiSettings, AppDeps } from "./context.ts";

interface Taken {
  /** The body without its webhook. */
  rest: unknown;
  webhook: WebhookRequest | null;
  problems: Problem[];
}

/** Every fault of a webhook is named; the body is whatever came in. */
export function takeWebhook(body: unknown, settings: Pick<ApiSettings, "webhookAllowPrivate">): Taken {
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

/** Stores a debate's webhook, with a new secret when it brings none. It must be there before anything is delivered. */
export async function keepWebhook(
  deps: Pick<AppDeps, "store" | "now">,
  { tenant, id }: Pick<DebateRecord, "tenant" | "id">,
  { url, events, secret }: WebhookRequest,
): Promise<void> {
  await deps.store.webhooks.put(
    { tenant, debateId: id },
    {
      url,
      events: events ?? null,
      secret: secret ?? `whsec_${randomBytes(32).toString("base64")}`,
      at: deps.now().toISOString(),
      off: null,
    },
  );
}

/** A change of a debate that is there: a new webhook, or null to end its deliveries. Its secret stays unless one comes. */
export async function changeWebhook(
  deps: Pick<AppDeps, "store" | "now" | "temporal">,
  { tenant, id }: DebateRecord,
  webhook: WebhookRequest | null,
): Promise<void> {
  const key = { tenant, debateId: id };
  const before = await deps.store.webhooks.get(key);
  if (webhook) {
    const secret = webhook.secret ?? before?.secret;
    await keepWebhook(deps, { tenant, id }, { ...webhook, ...(secret && { secret }) });
  } else if (before) {
    await deps.store.webhooks.put(key, { ...before, off: { at: deps.now().toISOString(), why: "removed" } });
  }
  await deps.temporal.workflow.getHandle(id).signal(webhookSetSignal);
}

/** What only the answer to the request that set it says of the webhook that its body asked for. */
export async function createdWebhook(
  { store }: Pick<AppDeps, "store">,
  { tenant, id }: DebateRecord,
  body: unknown,
): Promise<Pick<Debate, "webhook">> {
  const kept = hasWebhook(body) ? await store.webhooks.get({ tenant, debateId: id }) : null;
  return kept ? { webhook: { url: kept.url, events: kept.events, secret: kept.secret } } : {};
}
