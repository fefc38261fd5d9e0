/** The log of a debate's webhook deliveries, and one of them once more. */
import { createRoute, z } from "@hono/zod-openapi";
import { ParleyError } from "../../domain/errors.ts";
import { eventIdOf } from "../../domain/webhooks/message.ts";
import { WebhookDelivery, WebhookView } from "../../domain/webhooks/webhook.ts";
import type { DebateKey } from "../../store/port/debates.ts";
import { type RedeliveryInput, redeliveryWorkflowId } from "../../workflows/messages.ts";
import { type App, COMMAND_TIMEOUT_MS } from "../context.ts";
import { answersJson } from "../negotiate.ts";
import { DebateParams, header, json, NoQuery, problems, registerSchema, wholeNumber } from "../openapi.ts";
import type { Services } from "../services.ts";

const WORKFLOW = "redeliveryWorkflow";

const WebhookDeliveries = z
  .object({
    webhook: WebhookView.nullable(),
    items: z.array(WebhookDelivery),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "WebhookDeliveries", description: "Newest first; `webhook` is null for a debate without one" });

const list = createRoute({
  method: "get",
  path: "/v1/debates/{id}/webhook-deliveries",
  operationId: "listWebhookDeliveries",
  summary: "What was delivered to a debate's webhook, and what was refused",
  tags: ["Webhooks"],
  middleware: answersJson,
  request: {
    params: DebateParams,
    query: z.strictObject({
      limit: wholeNumber({ min: 1, max: 100, default: 20 }),
      cursor: z.string().max(4_096).optional(),
    }),
  },
  responses: {
    200: {
      ...json(WebhookDeliveries, "A page of deliveries"),
      headers: { Link: header('The next page, `rel="next"`') },
    },
    ...problems("invalid-cursor", "not-found", "not-acceptable", "invalid-request"),
  },
});

const redeliver = createRoute({
  method: "post",
  path: "/v1/debates/{id}/webhook-deliveries/{deliveryId}/redeliver",
  operationId: "redeliverWebhook",
  summary: "Deliver an event again, with its `webhook-id`; also when the webhook is off",
  tags: ["Webhooks"],
  middleware: answersJson,
  request: {
    params: DebateParams.extend({
      deliveryId: z.string().meta({
        param: { name: "deliveryId", in: "path" },
        examples: ["deb-20261121-051254-7K2M9Q_17"],
      }),
    }),
    query: NoQuery,
  },
  responses: {
    202: json(WebhookDelivery, "The delivery before it is tried again"),
    ...problems("not-found", "not-acceptable", "invalid-request"),
  },
});

export function registerWebhooks(app: App, services: Services): void {
  const { store, debates, cursors, links } = services;
  registerSchema(app, "Webhook", WebhookView);

  app.openapi(list, async (c) => {
    const { tenant, id } = await debates.require(c.get("tenant"), c.req.valid("param").id);
    const { limit, cursor } = c.req.valid("query");
    const scope = { tenant, filter: { deliveries: id } };
    const before = cursor === undefined ? {} : { before: Number(cursors.open(cursor, scope)) };
    const debate = { tenant, debateId: id };
    const [kept, page] = await Promise.all([
      store.webhooks.get(debate),
      store.webhooks.listDeliveries({ debate, limit, ...before }),
    ]);
    const nextCursor = page.next === null ? null : cursors.sign(String(page.next), scope);
    const path = `/v1/debates/${id}/webhook-deliveries?limit=${limit}&cursor=${nextCursor}`;
    if (nextCursor) c.header("Link", `<${links.to(path)}>; rel="next"`);
    const webhook = kept && { url: kept.url, events: kept.events, off: kept.off };
    return c.json({ webhook, items: page.deliveries, nextCursor }, 200);
  });

  app.openapi(redeliver, async (c) => {
    const { id, deliveryId } = c.req.valid("param");
    const { tenant } = await debates.require(c.get("tenant"), id);
    const debate = { tenant, debateId: id };
    const delivery = await requireDelivery(services, debate, deliveryId);
    await begin(services, debate, delivery);
    return c.json(delivery, 202);
  });
}

async function requireDelivery({ store }: Services, debate: DebateKey, id: string): Promise<WebhookDelivery> {
  const eventId = eventIdOf(debate.debateId, id);
  const delivery = eventId === null ? null : await store.webhooks.getDelivery(debate, eventId);
  if (delivery) return delivery;
  throw new ParleyError("not-found", `there is no delivery ${id.slice(0, 100)}`);
}

/** One redelivery of an event at a time: a second request joins the one under way. */
async function begin({ temporal, settings }: Services, debate: DebateKey, { id, eventId }: WebhookDelivery) {
  const deadline = Date.now() + (settings.commandTimeoutMs ?? COMMAND_TIMEOUT_MS);
  try {
    await temporal.withDeadline(deadline, () =>
      temporal.workflow.start(WORKFLOW, {
        workflowId: redeliveryWorkflowId(id),
        taskQueue: settings.taskQueue,
        args: [{ ...debate, eventId } satisfies RedeliveryInput],
        workflowIdConflictPolicy: "USE_EXISTING",
        staticSummary: `event ${eventId} of ${debate.debateId} again`,
      }),
    );
  } catch {
    throw new ParleyError("unavailable", "Temporal does not answer, so nothing is delivered again; repeat it later");
  }
}
