/**
 * Private polls: before round 1 and after each round every participant that is still active answers aside, and the code
 * measures the answers. No prompt of the debate contains them.
 */

import type { DebatePlan } from "../../shapes/plan/plan.ts";
import type { EndedBy } from "../../shapes/schemas/result.schema.ts";
import type { DebateState, PollState } from "../../shapes/state/state.ts";
import type { ActSpec, Step } from "../../shapes/state/steps.ts";
import { conformityId, pollId } from "../../shapes/turn-ids.ts";
import { formatOf } from "../formats/registry.format.ts";
import { droppedFrom } from "../state/situation.ts";
import { FIRST_STABLE_END } from "./stance-limits.ts";
import { isSkipped } from "./unjudged.ts";

/** The next step of the poll after the current round; null when none is left. */
export function pollStep(plan: DebatePlan, state: DebateState): Step | null {
  if (!plan.poll) return null;
  const open = openPolls(plan, state);
  const acts = open.length > 0 ? open : openCount(state);
  return acts.length > 0 ? { kind: "acts", phase: "polling", acts } : null;
}

function openPolls({ participants }: DebatePlan, state: DebateState): ActSpec[] {
  const { generation, round } = state;
  const out = droppedFrom(state);
  const taken = takenIn(state);
  return participants.flatMap(({ id: participantId, name }, seat): ActSpec[] => {
    const id = pollId(generation, round, seat + 1);
    if (out.has(participantId) || taken.includes(id) || isSkipped(state, id)) return [];
    const when = round === 0 ? "before round 1" : `after round ${round}`;
    return [{ id, name: "takePoll", by: { participantId }, dispensable: `the private answer of ${name} ${when}` }];
  });
}

function openCount(state: DebateState): ActSpec[] {
  const { generation, round, polls } = state;
  const id = conformityId(generation, round);
  const isDone = polls?.last?.round === round || isSkipped(state, id);
  if (isDone || takenIn(state).length === 0) return [];
  return [{ id, name: "measurePolls", by: "service", dispensable: `what the private answers of round ${round} show` }];
}

function takenIn({ polls, round }: DebateState): string[] {
  return polls?.round === round ? polls.taken : [];
}

/**
 * How the debate ends after this round, where its format says `endedBy`. A hollow consensus is no convergence, whoever found
 * it. A stable debate ends if the request or its format says so.
 */
export function endWithPolls(plan: DebatePlan, state: DebateState, endedBy: EndedBy | null): EndedBy | null {
  const { round, polls } = state;
  const last = polls?.last;
  if (!plan.poll || last?.round !== round) return endedBy;
  if (last.hollow && endedBy === "convergence") return round >= plan.maxRounds ? "limit" : null;
  const isEnd =
    last.stable && !last.hollow && stopsWhenStable(plan) && round >= Math.max(FIRST_STABLE_END, plan.minRounds);
  return endedBy ?? (isEnd ? "convergence" : null);
}

/** Stances that hardly change any more may end the debate. */
export function stopsWhenStable(plan: DebatePlan): boolean {
  return plan.stopWhenStable === true || formatOf(plan).openPositions === true;
}

/** Sorted: answers are given at the same time, and the log may have them in another order than the workflow received them. */
export function polled(state: DebateState, { id, round }: { id: string; round: number }): DebateState {
  const { polls } = state;
  const before = polls?.round === round ? polls.taken : [];
  return { ...state, polls: { ...polls, round, taken: [...before, id].toSorted() } };
}

export function measured(state: DebateState, last: NonNullable<PollState["last"]>): DebateState {
  return state.polls ? { ...state, polls: { ...state.polls, last } } : state;
}
