/** What the log has otherwise than the workflow: a worker published it and died before its workflow task ended. */
import { withStanding } from "./interjections.state.ts";
import type { DebateState, InterjectionRef } from "./state.ts";
import { type Times, withTimes } from "./timestamps.ts";

export interface Standing {
  times?: Times;
  /** Remarks that the log has under numbers which the workflow gave to others. */
  remarks?: InterjectionRef[];
}

/** The state as the log has it. */
export function asPublished(state: DebateState, { times = {}, remarks = [] }: Standing): DebateState {
  return withTimes(remarks.length > 0 ? withStanding(state, remarks) : state, times);
}
