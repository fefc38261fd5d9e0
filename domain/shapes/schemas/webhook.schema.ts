/** A debate's webhook as requested and shown, and the record of each delivery (docs/design/api.md#25-webhooks). */
import { z } from "zod";
import { line, list, prose } from "./bounds.ts";

const SECRET = /^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** 24 to 64 bytes, as Standard Webhooks requires. */
function isSecret(text: string): boolean {
  const base64 = text.slice("whsec_".length);
  const bytes = (base64.length * 3) / 4 - (base64.match(/=/g)?.length ?? 0);
  return SECRET.test(text) && bytes >= 24 && bytes <= 64;
}

const url = z
  .string()
  .min(1)
  .max(2_000)
  .meta({ examples: ["https://example.com/hooks/parley"] });
const events = list(line, 50).meta({ description: "Types of events; the terminal one always comes" });

export const WebhookRequest = z
  .strictObject({
    url: url.meta({ description: "The address that takes the events" }),
    events: events
      .min(1)
      .optional()
      .meta({ description: "Types of events, all but `turn.delta` unless told; the terminal one always comes" }),
    secret: z
      .string()
      .max(100)
      .refine(isSecret, "must be whsec_ and then 24 to 64 bytes in base64")
      .optional()
      .meta({ description: "Signs deliveries; one is made when none is given" }),
  })
  .meta({ id: "WebhookRequest", description: "Where Parley sends the debate's events as signed POST requests" });
export type WebhookRequest = z.infer<typeof WebhookRequest>;

/** Only the response to the request that sets it shows the secret. */
export const CreatedWebhook = z
  .object({
    url: url.meta({ description: "The address that takes the events" }),
    events: events.nullable(),
    secret: line.meta({ description: "Signs deliveries", examples: ["whsec_…"] }),
  })
  .meta({
    id: "CreatedWebhook",
    description: "In the answer to the request that sets it only: the secret is never shown again",
  });
export type CreatedWebhook = z.infer<typeof CreatedWebhook>;

const WEBHOOK_OFF = ["gone", "undeliverable", "removed"] as const;
export type WebhookOff = (typeof WEBHOOK_OFF)[number];

export const WebhookView = z
  .object({
    url: url.meta({ description: "The address that takes the events" }),
    events: events.nullable().meta({ description: "null: all but `turn.delta`" }),
    off: z
      .object({
        at: line.meta({ description: "ISO 8601, UTC" }),
        why: z.enum(WEBHOOK_OFF).meta({ description: "Why deliveries ended" }),
      })
      .nullable()
      .meta({
        description:
          "Deliveries have ended: a 410 (`gone`), an event that failed for 24 hours (`undeliverable`), or its owner (`removed`)",
      }),
  })
  .meta({ id: "Webhook" });

export const WebhookDelivery = z
  .object({
    id: line.meta({ description: "Its `webhook-id`", examples: ["deb-20261121-051254-7K2M9Q_17"] }),
    eventId: z.int().min(1).meta({ description: "The event's number in the log" }),
    type: line.meta({ description: "The event's" }),
    status: z
      .enum(["pending", "delivered", "failed"])
      .meta({ description: "`pending`: there will be another attempt" }),
    attempts: z.int().min(0).meta({ description: "How often it was sent" }),
    responseStatus: z.int().nullable().meta({ description: "Of the last attempt; null when there was no answer" }),
    error: prose.nullable().meta({ description: "Why the last attempt failed" }),
    firstAttemptAt: line.meta({ description: "ISO 8601, UTC" }),
    lastAttemptAt: line.meta({ description: "ISO 8601, UTC" }),
    nextAttemptAt: line.nullable().meta({ description: "ISO 8601, UTC; null: none" }),
    deliveredAt: line.nullable().meta({ description: "ISO 8601, UTC; null: not delivered" }),
  })
  .meta({ id: "WebhookDelivery" });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;
