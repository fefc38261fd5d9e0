import type { DebateState } from "../../shapes/state/state.ts";

/** The number of the collection of questions that is under way, from 1. */
export function iterationOf({ clarification }: Pick<DebateState, "clarification">): number {
  return (clarification?.iterations ?? 0) + 1;
}
