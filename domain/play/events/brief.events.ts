import type { BriefEvent, DraftEvent, EventType } from "./events.ts";
import { definitionOf } from "./registry.events.ts";

/** The event as the workflow keeps it: of each type, what its definition says. */
export function toBrief<T extends EventType>({ type, at, data }: DraftEvent<T>): BriefEvent<T> {
  return { type, at, data: definitionOf(type)?.brief?.(data) ?? data } as BriefEvent<T>;
}
