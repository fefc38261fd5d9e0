/** One attempt to deliver one event: sign, send, record. */
import { Webhook } from "standardwebhooks";
import type { WebhookSettings } from "../../../activities/base/deps.ts";
import { withoutLastSlash } from "../../../domain/base/text/text.ts";
import type { LogEvent } from "../../../domain/play/events/events.ts";
import { DELIVERIES, WEBHOOKS } from "../../../domain/play/records/kinds.record.ts";
import type { StoredWebhook } from "../../../domain/play/records/stored.ts";
import { retryAfterMsOf } from "../../../domain/shapes/numbers.shape.ts";
import type { WebhookDelivery, WebhookOff } from "../../../domain/shapes/schemas/webhook.schema.ts";
import type { DebateKey } from "../../../store/port/debates.port.ts";
import type { Store } from "../../../store/port/store.ts";
import { deliveryId, webhookMessage } from "../domain/message.ts";
import { deliveryWaitMs, WINDOW_MS } from "../domain/retries.webhook.ts";
import { type Answer, createSender, type Sender } from "./send.ts";

export interface DelivererDeps {
  store: Store;
  now(): Date;
  retryBaseMs?: number;
  /** Missing: private addresses are rejected. */
  webhooks?: WebhookSettings;
}

export interface Attempt {
  debate: DebateKey;
  webhook: StoredWebhook;
  event: LogEvent;
  /** Start of this event's 24 hours, milliseconds since the epoch; missing: its first attempt. */
  since?: number;
  signal: AbortSignal;
}

export type AttemptOutcome =
  | { outcome: "delivered" }
  /** Retried after `waitMs` milliseconds. */
  | { outcome: "refused"; waitMs: number; error: string }
  /** The webhook is switched off. */
  | { outcome: "off"; why: WebhookOff };

export function createDeliverer(deps: DelivererDeps) {
  const { store, retryBaseMs: baseMs = 1_000 } = deps;
  const settings = deps.webhooks ?? { allowPrivate: false, publicUrl: null };
  const sender = createSender(settings);
  const origin = withoutLastSlash(settings.publicUrl ?? "");

  async function attempt({ debate, webhook, event, since, signal }: Attempt): Promise<AttemptOutcome> {
    const before = await store.records.get(debate, DELIVERIES, { eventId: event.id });
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
      askedMs: retryAfterMsOf(answer.retryAfter, done.getTime()),
      baseMs,
    });
    const began = since ?? Math.max(Date.parse(before?.firstAttemptAt ?? at.toISOString()), Date.parse(webhook.at));
    const outcome = judge(answer, { waitMs, leftMs: began + WINDOW_MS - done.getTime() });
    await store.records.put(debate, DELIVERIES, record({ debate, event, before, at, done, answer, outcome }));
    // A failed redelivery does not affect future events.
    if (outcome.outcome === "off" && !webhook.off && (outcome.why === "gone" || since === undefined))
      await store.records.put(debate, WEBHOOKS, { ...webhook, off: { at: done.toISOString(), why: outcome.why } });
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
  // A delivered event stays delivered, whatever becomes of a redelivery.
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
