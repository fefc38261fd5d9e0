/** Events by type, whole as the log has them and brief as the workflow keeps them. */

import type { Usage } from "../../shapes/schemas/spend.schema.ts";
import type { EventDefinition, Whole } from "./define-event.ts";
import type { Registered } from "./registry.events.ts";

/** What an attempt reports that its workflow cancelled. */
export interface InterruptedAttempt {
  attempt: number;
  usage: Usage;
  costUsd: number | null;
  /** A call was running. */
  unsettled?: true;
}

export type EventType = Registered["type"];

/** The data of each type, whole. */
export type EventPayloads = {
  [R in Registered as R["type"]]: R extends EventDefinition<string, infer S, infer _> ? Whole<S> : never;
};
/** The data of each type, in brief. */
export type EventBriefs = {
  [R in Registered as R["type"]]: R extends EventDefinition<string, infer _, infer B> ? B : never;
};

/** An event before it has its place in the log. `at` is ISO 8601. */
export type DraftEvent<T extends EventType = EventType> = {
  [K in T]: { type: K; at: string; data: EventPayloads[K] };
}[T];

/** An event in the log: ids are 1, 2, 3 … without a gap. */
export type LogEvent<T extends EventType = EventType> = { [K in T]: { id: number } & DraftEvent<K> }[T];

/** An event as the workflow sees it and its history has it. */
export type BriefEvent<T extends EventType = EventType> = {
  [K in T]: { type: K; at: string; data: EventBriefs[K] };
}[T];

/** The debate from which a fork takes its rounds, up to and with this one. */
export type ForkPoint = NonNullable<EventPayloads["debate.created"]["forkedFrom"]>;

const TERMINAL_EVENTS = ["debate.completed", "debate.failed", "debate.cancelled"] as const;

/**
 * Whether an event of this type ends a debate.
 *
 * @example
 * isTerminalEvent("debate.completed") // → true
 * isTerminalEvent("turn.completed") // → false
 */
export function isTerminalEvent(type: string): boolean {
  return (TERMINAL_EVENTS as readonly string[]).includes(type);
}

/**
 * The events of the current generation: those since the workflow was last reset.
 *
 * @example
 * sinceReset([]) // → []
 */
export function sinceReset(events: LogEvent[]): LogEvent[] {
  return events.slice(1 + events.findLastIndex((e) => e.type === "debate.status" && e.data.by === "reset"));
}
