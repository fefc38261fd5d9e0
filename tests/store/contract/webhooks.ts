import { describe, expect, it } from "vitest";
import type { WebhookDelivery } from "../../../domain/webhooks/webhook.ts";
import type { Bench } from "../bench.ts";
import { newKey } from "../fixtures.ts";

const AT = "2026-11-21T12:00:00.000Z";
const delivery = (eventId: number, attempts = 1): WebhookDelivery => ({
  id: `deb_${eventId}`,
  eventId,
  type: "round.started",
  status: "pending",
  attempts,
  responseStatus: 503,
  error: "answered 503",
  firstAttemptAt: AT,
  lastAttemptAt: AT,
  nextAttemptAt: AT,
  deliveredAt: null,
});

export function describeWebhooks(bench: () => Bench): void {
  describe("webhooks", () => {
    it("are kept for their own debate, and replaced", async () => {
      const [key, other] = [newKey(), newKey()];
      const { webhooks } = bench().open();
      const webhook = { url: "https://example.com/", events: null, secret: "whsec_x", at: AT, off: null };
      expect(await webhooks.get(key)).toBeNull();
      await webhooks.put(key, webhook);
      await webhooks.put(key, { ...webhook, off: { at: AT, why: "gone" } });
      expect(await bench().open().webhooks.get(key)).toEqual({ ...webhook, off: { at: AT, why: "gone" } });
      expect(await webhooks.get(other)).toBeNull();
    });

    it("have their deliveries listed newest first, page by page, each as it was put last", async () => {
      const key = newKey();
      const { webhooks } = bench().open();
      for (const id of [9, 10, 11, 100]) await webhooks.putDelivery(key, delivery(id));
      await webhooks.putDelivery(key, delivery(10, 2));
      const first = await webhooks.listDeliveries({ debate: key, limit: 3 });
      expect(first.deliveries.map((d) => [d.eventId, d.attempts])).toEqual([
        [100, 1],
        [11, 1],
        [10, 2],
      ]);
      expect(first.next).toBe(10);
      const rest = await webhooks.listDeliveries({ debate: key, limit: 3, before: 10 });
      expect(rest).toEqual({ deliveries: [delivery(9)], next: null });
      expect(await webhooks.getDelivery(key, 10)).toEqual(delivery(10, 2));
      expect(await webhooks.getDelivery(newKey(), 10)).toBeNull();
    });

    it("are gone with a debate that is discarded", async () => {
      const key = newKey();
      const store = bench().open();
      await store.webhooks.put(key, { url: "https://example.com/", events: null, secret: "s", at: AT, off: null });
      await store.webhooks.putDelivery(key, delivery(1));
      await store.discardDebate(key);
      expect(await store.webhooks.get(key)).toBeNull();
      expect(await store.webhooks.getDelivery(key, 1)).toBeNull();
    });
  });
}
