/** Events as the API shows them: `{ id, type, at, ...payload }` (docs/design/api.md#24-event-log). */
import { type EventType, isTerminalEvent, type LogEvent } from "../../domain/play/events/events.ts";

export interface EventFilter {
  /** null: all types. */
  types: readonly EventType[] | null;
  /** False leaves text chunks out. */
  deltas: boolean;
  /** The part of an event that this reader may see; null for none. Missing: all of it. The same for all who see the same. */
  shownOf?: (event: LogEvent) => LogEvent | null;
}

export type EventView = { id: number; type: EventType; at: string };

/** The event as this reader sees it. null if the filter drops it. */
export function viewIn(event: LogEvent, filter: EventFilter): EventView | null {
  if (!passes(event, filter)) return null;
  const shown = filter.shownOf ? filter.shownOf(event) : event;
  return shown && eventView(shown);
}

/** The terminal event passes every filter. */
function passes({ type }: LogEvent, filter: EventFilter): boolean {
  if (isTerminalEvent(type)) return true;
  if (type === "turn.delta" && !filter.deltas) return false;
  return filter.types === null || filter.types.includes(type);
}

export function eventView({ id, type, at, data }: LogEvent): EventView {
  // First in the output for human readers; assigned last, so that no payload replaces them.
  return Object.assign({ id, type, at }, data, { id, type, at });
}
