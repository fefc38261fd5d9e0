/** The log of a debate's webhook deliveries, and redelivery. */

import { z } from "@hono/zod-openapi";
import type { Services } from "../../../api/base/services.ts";
import { startWorkflow } from "../../../api/base/temporal.api-base.ts";
import { readPageOf } from "../../../api/http/paging.ts";
import { json, PAGE_QUERY, pageReply } from "../../../api/openapi/openapi.ts";
import { defineRoute, namedSchema } from "../../../api/openapi/route.openapi.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import { DELIVERIES, WEBHOOKS } from "../../../domain/play/records/kinds.record.ts";
import { nextCursor } from "../../../domain/shapes/schemas/page.ts";
import { WebhookDelivery, WebhookView } from "../../../domain/shapes/schemas/webhook.schema.ts";
import { debateDetails } from "../../../domain/show/page-details.ts";
import type { DebateKey } from "../../../store/port/debates.port.ts";
import { keyOf } from "../../../store/port/debates.port.ts";
import { redeliveryWorkflowId } from "../../../workflows/base/messages.workflow-base.ts";
import { eventIdOf } from "../domain/message.ts";
import type { RedeliveryInput } from "../workflows/messages.webhook.ts";
import { describeDelivered } from "./delivered.webhook.ts";

const WORKFLOW = "redeliveryWorkflow";

const WebhookDeliveries = z
  .object({
    webhook: WebhookView.nullable().meta({ description: "The debate's webhook; null: there is none" }),
    items: z.array(WebhookDelivery).meta({ description: "The deliveries, newest first" }),
    nextCursor,
  })
  .meta({ id: "WebhookDeliveries", description: "Newest first; `webhook` is null for a debate without one" });

const list = defineRoute({
  at: "GET /v1/debates/{id}/webhook-deliveries",
  operationId: "listWebhookDeliveries",
  tag: "Webhooks",
  summary: "The deliveries to a debate's webhook, with their outcomes",
  query: PAGE_QUERY,
  replies: { 200: pageReply(WebhookDeliveries, "A page of deliveries") },
  refuses: ["invalid-cursor"],
  async answer(c, services) {
    const { store, debates } = services;
    const debate = keyOf(await debates.requested(c));
    const query = c.req.valid("query");
    const kept = await store.records.get(debate, WEBHOOKS, {});
    const page = await readPageOf(c, services, {
      query,
      filter: { deliveries: debate.debateId },
      read: async (before) => {
        const from = before === undefined ? {} : { before: Number(before) };
        const { values, isEnd } = await store.records.page(debate, DELIVERIES, { limit: query.limit, ...from });
        const oldest = values.at(-1);
        return { items: values, next: isEnd || !oldest ? null : String(oldest.eventId) };
      },
    });
    const webhook = kept && { url: kept.url, events: kept.events, off: kept.off };
    return c.json({ webhook, ...page }, 200);
  },
});

const redeliver = defineRoute({
  at: "POST /v1/debates/{id}/webhook-deliveries/{deliveryId}/redeliver",
  operationId: "redeliverWebhook",
  tag: "Webhooks",
  summary: "Deliver an event again, with its `webhook-id`; also when the webhook is off",
  replies: { 202: json(WebhookDelivery, "The delivery before the new attempt") },
  async answer(c, services) {
    const debate = keyOf(await services.debates.requested(c));
    const delivery = await requireDelivery(services, debate, c.req.valid("param").deliveryId);
    await begin(services, debate, delivery);
    return c.json(delivery, 202);
  },
});

export const webhookRoutes = [namedSchema(WebhookView), list, redeliver, describeDelivered];

async function requireDelivery({ store }: Services, debate: DebateKey, id: string): Promise<WebhookDelivery> {
  const eventId = eventIdOf(debate.debateId, id);
  const delivery = eventId === null ? null : await store.records.get(debate, DELIVERIES, { eventId });
  if (delivery) return delivery;
  throw new ParleyError("not-found", `there is no delivery ${id.slice(0, 100)}`);
}

/** An event has one redelivery at a time: a second request joins it. */
async function begin(services: Services, debate: DebateKey, { id, eventId }: WebhookDelivery): Promise<void> {
  try {
    await startWorkflow(services, WORKFLOW, {
      workflowId: redeliveryWorkflowId(id),
      args: [{ ...debate, eventId } satisfies RedeliveryInput],
      staticSummary: `event ${eventId} of ${debate.debateId} again`,
      staticDetails: debateDetails("It delivers one event again.", debate.debateId, services.settings.publicUrl),
    });
  } catch {
    throw new ParleyError("unavailable", "Temporal does not answer, so nothing is delivered again; try again later");
  }
}
