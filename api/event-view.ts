/** Events as the API shows them: `{ id, type, at, ...payload }` (spec §2.4). */
import type { EventType, LogEvent } from "../domain/events.ts";
import { isTerminalEvent } from "../domain/events.ts";

/** Every type there is; a new one that is missing here does not compile. */
const EVENT_TYPES: Record<EventType, true> = {
  "debate.created": true,
  "debate.status": true,
  "positions.assigned": true,
  "clarification.collected": true,
  "clarification.asked": true,
  "clarification.answered": true,
  "retrieval.completed": true,
  "round.started": true,
  "round.completed": true,
  "phase.started": true,
  "phase.completed": true,
  "turn.started": true,
  "turn.delta": true,
  "turn.completed": true,
  "turn.restarted": true,
  "turn.failed": true,
  "judge.failed": true,
  "attempt.unsettled": true,
  "assessment.completed": true,
  "vote.completed": true,
  "ballot.completed": true,
  "context.warning": true,
  "context.summarized": true,
  "evaluation.completed": true,
  "act.skipped": true,
  "participant.dropped": true,
  "judge.replaced": true,
  "decision.requested": true,
  "decision.made": true,
  "cost.warning": true,
  "cost.limit": true,
  "warning.acknowledged": true,
  "interjection.added": true,
  "command.ignored": true,
  "result.completed": true,
  "debate.completed": true,
  "debate.failed": true,
  "debate.cancelled": true,
};
export const EVENT_NAMES = Object.keys(EVENT_TYPES) as EventType[];

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
