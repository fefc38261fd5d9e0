/** A debate's webhook as it comes in and goes out, and what is kept of each delivery (spec §2.5). */
import { z } from "zod";

const SECRET = /^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** 24 to 64 bytes, by Standard Webhooks. */
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
const events = z.array(z.string()).meta({ description: "Types of events; the terminal one always comes" });

export const WebhookRequest = z
  .strictObject({
    url,
    events: events
      .min(1)
      .max(50)
      .optional()
      .meta({ description: "Types of events, all but `turn.delta` unless told; the terminal one always comes" }),
    secret: z
      .string()
      .max(100)
      .refine(isSecret, "must be whsec_ and then 24 to 64 bytes in base64")
      .optional()
      .meta({ description: "Signs deliveries; one is made when none is given" }),
  })
  .meta({ id: "WebhookRequest" });
export type WebhookRequest = z.infer<typeof WebhookRequest>;

/** Shown in the answer to the request that set it, and nowhere else. */
export const CreatedWebhook = z
  .object({ url, events: events.nullable(), secret: z.string().meta({ examples: ["whsec_…"] }) })
  .meta({
    id: "CreatedWebhook",
    description: "In the answer to the request that sets it only: the secret is never shown again",
  });
export type CreatedWebhook = z.infer<typeof CreatedWebhook>;

const WEBHOOK_OFF = ["gone", "undeliverable", "removed"] as const;
export type WebhookOff = (typeof WEBHOOK_OFF)[number];

export const WebhookView = z
  .object({
    url,
    events: events.nullable().meta({ description: "null: all but `turn.delta`" }),
    off: z
      .object({ at: z.string(), why: z.enum(WEBHOOK_OFF) })
      .nullable()
      .meta({
        description:
          "Deliveries have ended: a 410 (`gone`), an event that failed for 24 hours (`undeliverable`), or its owner (`removed`)",
      }),
  })
  .meta({ id: "Webhook" });

export const WebhookDelivery = z
  .object({
    id: z.string().meta({ description: "Its `webhook-id`", examples: ["deb-20261121-051254-7K2M9Q_17"] }),
    eventId: z.int().min(1),
    type: z.string().meta({ description: "The event's" }),
    status: z.enum(["pending", "delivered", "failed"]),
    attempts: z.int().min(0),
    responseStatus: z.int().nullable().meta({ description: "Of the last attempt; null when there was no answer" }),
    error: z.string().nullable().meta({ description: "Why the last attempt failed" }),
    firstAttemptAt: z.string(),
    lastAttemptAt: z.string(),
    nextAttemptAt: z.string().nullable(),
    deliveredAt: z.string().nullable(),
  })
  .meta({ id: "WebhookDelivery" });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;
