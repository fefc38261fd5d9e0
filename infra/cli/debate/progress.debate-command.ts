/** How far a phase is, and who is at work. */
import type { DebateEvent } from "../../../api/client/index.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { nameOf } from "./words.debate-command.ts";

export interface PhaseProgress {
  /** The line to show after an event: `round 2 of 5 · 3 of 6 turns · Ada, Ben at work`; null if there is none. */
  after(event: DebateEvent): string | null;
}

/** One line when the first begins, then one after each turn that ends while others work. */
export function createProgress(debate: Pick<Debate, "participants" | "maxRounds">): PhaseProgress {
  let [round, expected, done] = [0, 0, 0];
  const working = new Map<string, string>();
  const line = () => {
    const names = [...new Set(working.values())].map((id) => nameOf(id, debate)).join(", ");
    const place = round > 0 ? `round ${round} of ${debate.maxRounds} · ` : "";
    return names && `${place}${done} of ${Math.max(expected, done + working.size)} turns · ${names} at work`;
  };
  return {
    after(event) {
      if (event.type === "phase.started") {
        [round, expected, done] = [event.round, event.expected, 0];
        working.clear();
      }
      if (event.type === "turn.started") {
        working.set(event.turnId, event.participantId);
        return working.size === 1 ? line() : null;
      }
      const isOver = event.type === "turn.completed" || (event.type === "turn.failed" && event.waitMs === null);
      if (!isOver || !working.delete(event.turnId)) return null;
      done += 1;
      return line() || null;
    },
  };
}
