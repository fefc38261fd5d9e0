/** Webhooks and their deliveries. */
import type { WebhookDelivery, WebhookOff } from "../../domain/webhooks/webhook.ts";
import type { DebateKey } from "./debates.ts";

/** A debate's webhook; its secret leaves the store for signing only. */
export interface StoredWebhook {
  url: string;
  /** null: all but `turn.delta`. */
  events: string[] | null;
  secret: string;
  /** When it was set, ISO 8601. */
  at: string;
  /** Nothing more is delivered. */
  off: { at: string; why: WebhookOff } | null;
}

/** Webhooks and their deliveries, which stand apart from all that is exported. */
export interface WebhookStore {
  put(key: DebateKey, webhook: StoredWebhook): Promise<void>;
  get(key: DebateKey): Promise<StoredWebhook | null>;
  /** Replaces what is kept of this event's delivery. */
  putDelivery(key: DebateKey, delivery: WebhookDelivery): Promise<void>;
  getDelivery(key: DebateKey, eventId: number): Promise<WebhookDelivery | null>;
  /** Newest first, those of events below `before`. */
  listDeliveries(input: { debate: DebateKey; limit: number; before?: number }): Promise<{
    deliveries: WebhookDelivery[];
    /** To pass as `before`; null at the end. */
    next: number | null;
  }>;
}
