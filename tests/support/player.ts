/** The part of the workflow that a test of pure steps plays: it takes events in and moves by the lifecycle's table. */

import type { DebateState } from "../../domain/debate-state.ts";
import type { DraftEvent, EventPayloads } from "../../domain/events.ts";
import { move } from "../../domain/lifecycle.ts";
import type { DebatePlan } from "../../domain/plan.ts";
import { initialState, reduce, situationOf } from "../../domain/state.ts";
import { event } from "./drive.ts";

export function createPlayer(plan: DebatePlan) {
  const events: DraftEvent[] = [];
  let state: DebateState = initialState(plan);
  const take = (e: DraftEvent) => {
    events.push(e);
    state = reduce(state, e);
  };
  /** Throws when the table does not allow it. */
  const go = (on: Parameters<typeof move>[1], extra: Partial<EventPayloads["debate.status"]> = {}) => {
    const status = move(situationOf(state), on);
    if (!status) throw new Error(`${on} is illegal in ${state.status}`);
    const { phase, round } = state;
    take(event("debate.status", { status, phase, round, pausing: false, by: on, ...extra }));
  };
  const enter = (phase: string, expected: number) => {
    if (state.phase === phase) return;
    const { round } = state;
    if (state.phase) take(event("phase.completed", { round, phase: state.phase }));
    take(event("phase.started", { round, phase, expected }));
  };
  return {
    events,
    get state() {
      return state;
    },
    take,
    go,
    enter,
  };
}
