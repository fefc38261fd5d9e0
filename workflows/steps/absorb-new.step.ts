import type { BriefEvent } from "../../domain/play/events/events.ts";
import type { DebateState } from "../../domain/shapes/state/state.ts";
import type { DebateRun } from "../base/run.workflow-base.ts";

/** Absorbs events that an activity has written, except failures that the state contains already. */
export function absorbNew(run: DebateRun, events: BriefEvent[]): void {
  for (const event of events) if (!isKnown(run.state, event)) run.absorb(event);
}

/** From an earlier reservation of the same act. */
function isKnown({ attempts }: DebateState, { type, data }: BriefEvent): boolean {
  if (type === "turn.failed") return data.attempt <= (attempts[data.turnId] ?? 0);
  return type === "judge.failed" && data.attempt <= (attempts[data.actId] ?? 0);
}
