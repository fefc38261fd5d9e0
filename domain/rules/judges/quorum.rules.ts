/**
 * Benches of which so many are enough: the judges of a panel, or the voters of an audience, who answer the same question at
 * once. When a quorum is there, the others have a while longer, and a panel below its quorum does not rule.
 */

import type { DebatePlan, Quorum } from "../../shapes/plan/plan.ts";
import type { DebateState, FaultDetails } from "../../shapes/state/state.ts";
import { ballotSeat, isAudienceVoteId, isBallotId, isReviewId, isVoteId, voterOf } from "../../shapes/turn-ids.ts";

/** The members of a bench whose acts answer the same question. */
export interface Bench {
  /** Names the question within the debate. */
  question: string;
  quorum: Quorum;
  /** How many have answered it. */
  there: number;
  /** The act is done. */
  hasAnswered: boolean;
}

/** The bench that an act is of; null: all are waited for. */
export function benchWithQuorum(plan: DebatePlan, state: DebateState, id: string): Bench | null {
  const quorum = quorumOf(plan, state, id);
  if (!quorum) return null;
  const answered = answeredIn(state);
  return {
    question: questionOfBench(id),
    quorum,
    there: membersIn(plan, id, answered),
    hasAnswered: answered.includes(id),
  };
}

/** So few are there or open that a panel stays below its quorum. */
export function isBelowQuorum(
  plan: DebatePlan,
  state: DebateState,
  { id, open }: { id: string; open: string[] },
): boolean {
  const quorum = quorumOf(plan, state, id);
  return quorum !== undefined && membersIn(plan, id, [...answeredIn(state), ...open]) < quorum.count;
}

/** The fault of a member for whom the others did not wait. */
export function lateOnBench({ quorum: { count, graceMs } }: Pick<Bench, "quorum">, retryCount: number): FaultDetails {
  const message = `${count} had answered, and the others had ${graceMs / 1000} s more`;
  return {
    kind: "round_timeout",
    message,
    retryable: true,
    retryCount,
    suggestion: "Give the quorum more graceSeconds.",
  };
}

function quorumOf(plan: DebatePlan, { panelOut }: DebateState, id: string): Quorum | undefined {
  if (isAudienceVoteId(id)) return plan.audience?.quorum;
  return plan.panel && !panelOut && (isBallotId(id) || isVoteId(id) || isReviewId(id)) ? plan.panelQuorum : undefined;
}

function answeredIn({ ballots = [], votes, answerReviews = [] }: DebateState): string[] {
  return [...ballots, ...votes.map(({ id }) => id), ...answerReviews];
}

/** A judge has answered when its ballots in all orders are there. */
function membersIn({ bothOrders }: Pick<DebatePlan, "bothOrders">, id: string, ids: string[]): number {
  const each = isBallotId(id) && bothOrders ? 2 : 1;
  const alike = ids.filter((other) => questionOfBench(other) === questionOfBench(id));
  return [...Map.groupBy(alike, memberOf).values()].filter((acts) => acts.length >= each).length;
}

function memberOf(id: string): number {
  return isBallotId(id) ? ballotSeat(id) : voterOf(id);
}

function questionOfBench(id: string): string {
  return isBallotId(id) ? id.replace(/-b\d+-\w+$/, "-ballots") : id.replace(/-\d+$/, "");
}
