import { describe, expect, it } from "vitest";
import { DELIVERIES, WEBHOOKS } from "../../../domain/play/records/kinds.record.ts";
import type { WebhookDelivery } from "../../../domain/shapes/schemas/webhook.schema.ts";
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
      const { records } = bench().open();
      const webhook = { url: "https://example.com/", events: null, secret: "whsec_x", at: AT, off: null };
      expect(await records.get(key, WEBHOOKS, {})).toBeNull();
      await records.put(key, WEBHOOKS, webhook);
      await records.put(key, WEBHOOKS, { ...webhook, off: { at: AT, why: "gone" } });
      expect(await bench().open().records.get(key, WEBHOOKS, {})).toEqual({ ...webhook, off: { at: AT, why: "gone" } });
      expect(await records.get(other, WEBHOOKS, {})).toBeNull();
    });

    it("have their deliveries listed newest first, page by page, each as it was put last", async () => {
      const key = newKey();
      const { records } = bench().open();
      for (const id of [9, 10, 11, 100]) await records.put(key, DELIVERIES, delivery(id));
      await records.put(key, DELIVERIES, delivery(10, 2));
      const first = await records.page(key, DELIVERIES, { limit: 3 });
      expect(first.values.map((d) => [d.eventId, d.attempts])).toEqual([
        [100, 1],
        [11, 1],
        [10, 2],
      ]);
      expect(first.isEnd).toBe(false);
      const rest = await records.page(key, DELIVERIES, { limit: 3, before: 10 });
      expect(rest).toEqual({ values: [delivery(9)], isEnd: true });
      expect(await records.get(key, DELIVERIES, { eventId: 10 })).toEqual(delivery(10, 2));
      expect(await records.get(newKey(), DELIVERIES, { eventId: 10 })).toBeNull();
    });

    it("are gone with a debate that is discarded", async () => {
      const key = newKey();
      const store = bench().open();
      await store.records.put(key, WEBHOOKS, {
        url: "https://example.com/",
        events: null,
        secret: "s",
        at: AT,
        off: null,
      });
      await store.records.put(key, DELIVERIES, delivery(1));
      await store.discardDebate(key);
      expect(await store.records.get(key, WEBHOOKS, {})).toBeNull();
      expect(await store.records.get(key, DELIVERIES, { eventId: 1 })).toBeNull();
    });
  });
}
