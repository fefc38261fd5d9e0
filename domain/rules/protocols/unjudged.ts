/** Acts that a debate skips because its judge failed for good. */
import type { DebateState } from "../../shapes/state/state.ts";
import type { ActSpec } from "../../shapes/state/steps.ts";
import { unjudgedId } from "../../shapes/turn-ids.ts";

export function isSkipped({ skipped = [] }: Pick<DebateState, "skipped">, actId: string): boolean {
  return skipped.includes(actId);
}

/** The act that concludes a debate. Without a judge the result says that nobody ruled. */
export function orUnjudged(state: DebateState, act: ActSpec): ActSpec {
  return isSkipped(state, act.id) ? { id: unjudgedId(state.generation), name: "concludeUnjudged", by: "service" } : act;
}
