/** One attempt to deliver one event: signed, sent, and written down. */
import { Webhook } from "standardwebhooks";
import type { LogEvent } from "../../domain/events.ts";
import { deliveryId, webhookMessage } from "../../domain/webhooks/message.ts";
import { deliveryWaitMs, retryAfterMs, WINDOW_MS } from "../../domain/webhooks/retries.ts";
import type { WebhookDelivery, WebhookOff } from "../../domain/webhooks/webhook.ts";
import type { DebateKey } from "../../store/port/debates.ts";
import type { StoredWebhook } from "../../store/port/webhooks.ts";
import type { Store } from "../../store/port.ts";
import { type Answer, createSender, type Sender, type SendSettings } from "./send.ts";

export interface WebhookSettings extends SendSettings {
  /** Where clients reach the API, for the links in a message; null: links are paths. */
  publicUrl: string | null;
}

export interface DelivererDeps {
  store: Store;
  now(): Date;
  retryBaseMs?: number;
  /** Left out: nothing private may be called. */
  webhooks?: WebhookSettings;
}

export interface Attempt {
  debate: DebateKey;
  webhook: StoredWebhook;
  event: LogEvent;
  /** When the 24 hours of this event began, milliseconds since the epoch; left out: with its first attempt. */
  since?: number;
  signal: AbortSignal;
}

export type AttemptOutcome =
  | { outcome: "delivered" }
  /** To be tried again in so many milliseconds. */
  | { outcome: "refused"; waitMs: number; error: string }
  /** The webhook is off from now on. */
  | { outcome: "off"; why: WebhookOff };

export function createDeliverer(deps: DelivererDeps) {
  const { store, retryBaseMs: baseMs = 1_000 } = deps;
  const settings = deps.webhooks ?? { allowPrivate: false, publicUrl: null };
  const sender = createSender(settings);
  const origin = settings.publicUrl?.replace(/\/+$/, "") ?? "";

  async function attempt({ debate, webhook, event, since, signal }: Attempt): Promise<AttemptOutcome> {
    const before = await store.webhooks.getDelivery(debate, event.id);
    const at = deps.now();
    const answer = await sendSigned(sender, {
      webhook,
      id: deliveryId(debate.debateId, event.id),
      body: JSON.stringify(webhookMessage(event, { debateId: debate.debateId, origin })),
      at,
      signal,
    });
    const done = deps.now();
    const waitMs = deliveryWaitMs({
      failed: (before?.attempts ?? 0) + 1,
      askedMs: retryAfterMs(answer.retryAfter, done),
      baseMs,
    });
    const began = since ?? Math.max(Date.parse(before?.firstAttemptAt ?? at.toISOString()), Date.parse(webhook.at));
    const outcome = judge(answer, { waitMs, leftMs: began + WINDOW_MS - done.getTime() });
    await store.webhooks.putDelivery(debate, record({ debate, event, before, at, done, answer, outcome }));
    // A redelivery that nobody takes says nothing about the events to come.
    if (outcome.outcome === "off" && !webhook.off && (outcome.why === "gone" || since === undefined))
      await store.webhooks.put(debate, { ...webhook, off: { at: done.toISOString(), why: outcome.why } });
    return outcome;
  }

  return { attempt };
}

async function sendSigned(
  sender: Sender,
  input: { webhook: StoredWebhook; id: string; body: string; at: Date; signal: AbortSignal },
): Promise<Answer> {
  const { webhook, id, body, at, signal } = input;
  const headers = {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    "user-agent": "Parley",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(webhook.secret).sign(id, at, body),
  };
  return sender.send({ url: webhook.url, headers, body, signal });
}

function judge({ status, error }: Answer, { waitMs, leftMs }: { waitMs: number; leftMs: number }): AttemptOutcome {
  if (error === null) return { outcome: "delivered" };
  if (status === 410) return { outcome: "off", why: "gone" };
  return waitMs > leftMs ? { outcome: "off", why: "undeliverable" } : { outcome: "refused", waitMs, error };
}

function record(input: {
  debate: DebateKey;
  event: LogEvent;
  before: WebhookDelivery | null;
  at: Date;
  done: Date;
  answer: Answer;
  outcome: AttemptOutcome;
}): WebhookDelivery {
  const { debate, event, before, at, done, answer, outcome } = input;
  const refused = outcome.outcome === "refused";
  const isDelivered = outcome.outcome === "delivered";
  // What was delivered once stays delivered, whatever becomes of a redelivery.
  const status = isDelivered || before?.status === "delivered" ? "delivered" : refused ? "pending" : "failed";
  return {
    id: deliveryId(debate.debateId, event.id),
    eventId: event.id,
    type: event.type,
    status,
    attempts: (before?.attempts ?? 0) + 1,
    responseStatus: answer.status,
    error: answer.error,
    firstAttemptAt: before?.firstAttemptAt ?? at.toISOString(),
    lastAttemptAt: at.toISOString(),
    nextAttemptAt: refused ? new Date(done.getTime() + outcome.waitMs).toISOString() : null,
    deliveredAt: isDelivered ? done.toISOString() : (before?.deliveredAt ?? null),
  };
}
