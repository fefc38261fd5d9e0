/** A debate's webhook, one item; and one for each event that was delivered or is to be. */
import type { WebhookDelivery } from "../domain/webhooks/webhook.ts";
import { debateKey, deliveryKey, type ItemKey, WEBHOOK } from "./keys.ts";
import type { DebateKey } from "./port/debates.ts";
import type { StoredWebhook, WebhookStore } from "./port/webhooks.ts";
import type { Table } from "./table.ts";

export function createWebhooks(table: Table): WebhookStore {
  const webhookAt = (key: DebateKey): ItemKey => ({ PK: debateKey(key), SK: WEBHOOK });
  const deliveryAt = (key: DebateKey, eventId: number): ItemKey => ({ PK: debateKey(key), SK: deliveryKey(eventId) });

  async function read(at: ItemKey): Promise<unknown> {
    const item = await table.get(at);
    return item && parsed(item);
  }

  return {
    put: (key, webhook) => table.put({ ...webhookAt(key), json: JSON.stringify(webhook) }),
    get: async (key) => (await read(webhookAt(key))) as StoredWebhook | null,
    putDelivery: (key, delivery) => table.put({ ...deliveryAt(key, delivery.eventId), json: JSON.stringify(delivery) }),
    getDelivery: async (key, eventId) => (await read(deliveryAt(key, eventId))) as WebhookDelivery | null,
    async listDeliveries({ debate, limit, before = Number.MAX_SAFE_INTEGER }) {
      const { items, last } = await table.query({
        KeyConditionExpression: "PK = :pk AND SK BETWEEN :first AND :last",
        ExpressionAttributeValues: {
          ":pk": debateKey(debate),
          ":first": deliveryKey(0),
          ":last": deliveryKey(Math.min(before - 1, LAST_EVENT)),
        },
        ScanIndexForward: false,
        ConsistentRead: true,
        Limit: limit,
      });
      const deliveries = items.map((item) => parsed(item) as WebhookDelivery);
      return { deliveries, next: last ? (deliveries.at(-1)?.eventId ?? null) : null };
    },
  };
}

/** Twelve digits, as the log's ids. */
const LAST_EVENT = 999_999_999_999;

function parsed(item: Record<string, unknown>): unknown {
  return JSON.parse(item.json as string);
}
