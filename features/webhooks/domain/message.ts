/** A delivery's body: references, never texts, so that it stays far below 20 KB (docs/design/api.md#25-webhooks). */
import { isTerminalEvent, type LogEvent } from "../../../domain/play/events/events.ts";

const REFERENCES = [
  "round",
  "phase",
  "participantId",
  "turnId",
  "actId",
  "status",
  "attempt",
  "kind",
  "iteration",
] as const;

export type WebhookMessage = { id: number; type: string; at: string; debateId: string } & Partial<
  Record<(typeof REFERENCES)[number], string | number | null>
> & { links: { debate: string; event: string; transcript: string } };

/** `origin` prefixes the links' paths; empty if unknown. */
export function webhookMessage(event: LogEvent, debate: { debateId: string; origin: string }): WebhookMessage {
  const { debateId, origin } = debate;
  const data = event.data as Record<string, string | number | null | undefined>;
  const references = REFERENCES.flatMap((name) => (data[name] === undefined ? [] : [[name, data[name]] as const]));
  const self = `${origin}/v1/debates/${debateId}`;
  return {
    id: event.id,
    type: event.type,
    at: event.at,
    debateId,
    ...Object.fromEntries(references),
    links: { debate: self, event: `${self}/events?after=${event.id - 1}`, transcript: `${self}/transcript` },
  };
}

/** The `webhook-id`, the same for every attempt. */
export function deliveryId(debateId: string, eventId: number): string {
  return `${debateId}_${eventId}`;
}

/** The event id of this debate's delivery; null for any other text. */
export function eventIdOf(debateId: string, delivery: string): number | null {
  const match = /^([1-9]\d{0,11})$/.exec(
    delivery.startsWith(`${debateId}_`) ? delivery.slice(debateId.length + 1) : "",
  );
  return match ? Number(match[1]) : null;
}

/** `events` null: all but deltas. */
export function isWanted(type: string, events: readonly string[] | null): boolean {
  return isTerminalEvent(type) || (events === null ? type !== "turn.delta" : events.includes(type));
}

const WAITING = ["configuring", "ready", "paused", "error"];

/** After this event the debate waits for its owner. */
export function waitsForOwner({ type, data }: LogEvent): boolean {
  if (type === "phase.started") return data.phase === "awaiting_answers";
  return type === "debate.status" && WAITING.includes(data.status) && !data.pausing;
}
