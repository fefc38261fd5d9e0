/** Events as the API shows them: `{ id, type, at, ...payload }` (spec §2.4). */
import type { EventType, LogEvent } from "../domain/events.ts";
import { isTerminalEvent } from "../domain/events.ts";

export interface EventFilter {
  /** null: all types. */
  types: readonly EventType[] | null;
  /** False leaves text chunks out. */
  deltas: boolean;
}

export type EventView = { id: number; type: EventType; at: string };

/** The terminal event passes every filter. */
export function passes({ type }: LogEvent, filter: EventFilter): boolean {
  if (isTerminalEvent(type)) return true;
  if (type === "turn.delta" && !filter.deltas) return false;
  return filter.types === null || filter.types.includes(type);
}

export function eventView({ id, type, at, data }: LogEvent): EventView {
  // Named first, so that people find them; set last, so that no payload can replace them.
  return Object.assign({ id, type, at }, data, { id, type, at });
}
