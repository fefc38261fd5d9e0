import type { BriefEvent, EventBriefs, EventType } from "../../../domain/play/events/events.ts";

export const AT = "2026-11-21T12:00:00.000Z";

export function event<T extends EventType>(type: T, data: EventBriefs[T]): BriefEvent {
  return { type, at: AT, data } as BriefEvent;
}
