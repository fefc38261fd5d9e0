/** Where a run is told again from. */
import { isTerminalEvent, type LogEvent } from "../../play/events/events.ts";

/** The event behind which a run streams again to whoever has the whole turns before: before whatever is not over yet. */
export function restartIn(log: readonly LogEvent[]): number {
  const turns = new Map<string, number>();
  let rest: number | null = null;
  for (const { id, type, data } of log) {
    if (type === "turn.started") turns.set(data.turnId, Math.min(id, turns.get(data.turnId) ?? id));
    if (type === "turn.completed") turns.delete(data.turnId);
    if (type === "clarification.asked" || type === "decision.requested" || isTerminalEvent(type)) rest = id;
    if (type === "debate.status" && data.status === "error") rest = id;
    if (type === "round.started") rest = null;
  }
  return Math.min(...turns.values(), rest ?? Number.POSITIVE_INFINITY, (log.at(-1)?.id ?? 0) + 1) - 1;
}
