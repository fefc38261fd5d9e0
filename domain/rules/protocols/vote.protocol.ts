/**
 * A question whose first round is a vote: answers are bought one after the other, of the participants in turn, each without
 * the others. Where the vote stays close and the request has a gate, those who differ debate.
 */

import type { DebatePlan, QuestionPlan, VotePlan } from "../../shapes/plan/plan.ts";
import type { EndedBy } from "../../shapes/schemas/result.schema.ts";
import type { AnswerDigest, DebateState } from "../../shapes/state/state.ts";
import type { Step, TurnSpec } from "../../shapes/state/steps.ts";
import { turnId } from "../../shapes/turn-ids.ts";
import { campsDebating, isClose, isVoteOver, standingOf } from "../answers/vote.answers.ts";
import { droppedFrom } from "../state/situation.ts";

export type VotingPlan = QuestionPlan & { vote: VotePlan };

/** The next answer, or the turns of the debate; null: the round is over. */
export function voteStep(plan: DebatePlan, state: DebateState, rules: VotingPlan): Step | null {
  return state.round === 1 ? nextAnswer(plan, state, rules) : debateTurns(plan, state, rules);
}

/** Whoever is in turn gives another answer, as long as the leader is not safe. */
function nextAnswer(plan: DebatePlan, state: DebateState, { vote, given = [], ...comparing }: VotingPlan): Step | null {
  const { taken, generation } = state;
  const out = droppedFrom(state);
  const active = plan.participants.filter(({ id }) => !out.has(id));
  const speaker = active[taken.length % active.length];
  if (!speaker || isVoteOver(standingOf(boughtIn(state), comparing), { ...vote, bought: taken.length })) return null;
  const index = taken.length + 1;
  const isGiven = generation === 1 && given.includes(index) && plan.participants[index - 1]?.id === speaker.id;
  const turn = turnOf(state, { index, participantId: speaker.id });
  return {
    kind: "turns",
    phase: "answering",
    order: "sequential",
    expected: vote.most,
    turns: [{ ...turn, ...(isGiven && { given: true as const }) }],
  };
}

/** All at the same time, one for each camp. */
function debateTurns(plan: DebatePlan, state: DebateState, rules: VotingPlan): Step | null {
  const { taken } = state;
  const turns = speakersFor(plan, state, rules)
    .map((participantId, i) => turnOf(state, { index: i + 1, participantId }))
    .filter(({ index }) => !taken.includes(index));
  if (turns.length === 0) return null;
  return { kind: "turns", phase: "answering", order: "parallel", expected: taken.length + turns.length, turns };
}

function turnOf(
  { generation, round, wholeBeforeRound: count }: DebateState,
  { index, participantId }: Pick<TurnSpec, "index" | "participantId">,
): TurnSpec {
  const place = { id: turnId(generation, round, index), round, index };
  return { ...place, participantId, phase: "answer", sees: { round, index: 0, count } };
}

/**
 * Who speaks for each camp: somebody who gave its answer and, where that is possible for all, speaks for no other. Whoever is
 * out is replaced, which changes nobody else's place.
 */
function speakersFor(plan: DebatePlan, state: DebateState, rules: VotingPlan): string[] {
  const out = droppedFrom(state);
  const active = plan.participants.map(({ id }) => id).filter((id) => !out.has(id));
  if (active.length === 0) return [];
  const camps = campsDebating(boughtIn(state), { ...rules, participants: plan.participants.length });
  const chosen = matched(camps.map(({ of }) => of.map(({ participantId }) => participantId)));
  return chosen.map((id, i) => (out.has(id) ? (active[i % active.length] ?? id) : id));
}

/** One of each list, all different for as many lists as possible (H. W. Kuhn's matching by augmenting paths). */
function matched(lists: readonly string[][]): string[] {
  const holders = new Map<string, number>();
  const isPlaced = (at: number, tried: Set<string>): boolean =>
    (lists[at] ?? []).some((id) => {
      if (tried.has(id)) return false;
      tried.add(id);
      const holder = holders.get(id);
      if (holder !== undefined && !isPlaced(holder, tried)) return false;
      holders.set(id, at);
      return true;
    });
  lists.forEach((_, at) => isPlaced(at, new Set()));
  return lists.map((ids, at) => ids.find((id) => holders.get(id) === at) ?? ids[0] ?? "");
}

/**
 * How the vote ends the debate; null: those who differ debate. A vote that ends because its answers are all bought has
 * reached its limit, unless its leader is far enough ahead.
 */
export function voteEnd(plan: DebatePlan, state: DebateState, { vote, ...comparing }: VotingPlan): EndedBy | null {
  const standing = standingOf(boughtIn(state), comparing);
  if (standing.probability >= vote.stopAt) return "convergence";
  if (vote.lead === undefined) return "limit";
  if (isClose(standing, vote)) return plan.maxRounds > 1 ? null : "limit";
  return standing.camps.length > 0 ? "convergence" : "limit";
}

function boughtIn({ question }: DebateState): AnswerDigest[] {
  return question?.bought ?? [];
}
