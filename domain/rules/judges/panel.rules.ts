/** Lists the ballots and votes of a judged debate's bench (docs/design/debate.md#113-judging). */

import { modelId } from "../../shapes/catalogue/catalogue.ts";
import type { ChosenModel, ModelRef } from "../../shapes/catalogue/model-ref.ts";
import type { AudiencePlan, DebatePlan } from "../../shapes/plan/plan.ts";
import type { Ballot } from "../../shapes/schemas/ballot.ts";
import type { Vote } from "../../shapes/schemas/vote.schema.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import type { ActSpec } from "../../shapes/state/steps.ts";
import {
  audienceVoteId,
  ballotId,
  ballotOrder,
  ballotSeat,
  isBallotId,
  reviewId,
  voteId,
} from "../../shapes/turn-ids.ts";
import type { BallotOrder } from "./labels.ts";
import { isBelowQuorum } from "./quorum.rules.ts";

type Panel = Pick<DebatePlan, "panel" | "bothOrders">;
type BenchState = Pick<DebateState, "generation" | "skipped" | "panelOut">;

/** Without a panelist, the judge's own model is asked. */
interface Seat {
  seat: number;
  panelist?: ChosenModel;
}

function ordersOf({ bothOrders }: Panel): BallotOrder[] {
  return bothOrders ? ["given", "reversed"] : ["given"];
}

/** The panel, or the judge alone. A judge who replaced a failed panel has the next seat. */
function seatsOf({ panel }: Panel, { panelOut }: Pick<DebateState, "panelOut">): Seat[] {
  if (!panel) return [{ seat: 1 }];
  return panelOut ? [{ seat: panel.length + 1 }] : panel.map((panelist, i) => ({ seat: i + 1, panelist }));
}

/** Acts that are neither done nor given up. */
function undone(acts: ActSpec[], done: readonly string[], { skipped = [] }: Pick<DebateState, "skipped">): ActSpec[] {
  return acts.filter(({ id }) => !done.includes(id) && !skipped.includes(id));
}

function ballotActs(
  plan: Panel,
  state: BenchState,
  actOf: (
    place: { seat: number; order: BallotOrder },
    panelist: ChosenModel | undefined,
  ) => { id: string; dispensable?: string },
): ActSpec[] {
  return seatsOf(plan, state).flatMap(({ seat, panelist }) =>
    ordersOf(plan).map((order): ActSpec => {
      const act = { ...actOf({ seat, order }, panelist), name: "castBallot", by: "judge" } as const;
      return { ...act, ...(panelist && { panelist }) };
    }),
  );
}

export function openBallots(plan: Panel, state: BenchState & Pick<DebateState, "ballots">): ActSpec[] {
  const acts = ballotActs(plan, state, (place) => ({ id: ballotId(state.generation, place) }));
  return undone(acts, state.ballots ?? [], state);
}

/** Each judge says once whether the written answer follows, where it is not the one that the ballots give. */
export function openReviews(plan: Panel, state: BenchState & Pick<DebateState, "answerReviews">): ActSpec[] {
  const { generation, answerReviews } = state;
  if (!answerReviews) return [];
  const acts = seatsOf(plan, state).map(({ seat, panelist }): ActSpec => {
    const dispensable = `the word of ${panelist ? modelId(panelist) : "the judge"} on the answer`;
    const id = reviewId(generation, seat);
    return { id, name: "reviewAnswer", by: "judge", dispensable, ...(panelist && { panelist }) };
  });
  return undone(acts, answerReviews, state);
}

/** Those of the audience where there is one; else the judges'. */
export function openVotes(plan: DebatePlan, state: DebateState, when: Vote["when"]): ActSpec[] {
  const acts = plan.audience ? audienceVotes(plan.audience, state, when) : judgesVotes(plan, state, when);
  return undone(
    acts,
    state.votes.map(({ id }) => id),
    state,
  );
}

/** A voter who did not vote before is not asked after: it could not have switched. */
function audienceVotes({ voters, models }: AudiencePlan, state: DebateState, when: Vote["when"]): ActSpec[] {
  const { generation, votes, withoutJudge } = state;
  const hasVoted = (voter: number) => votes.some(({ id }) => id === audienceVoteId(generation, "before", voter));
  // Nobody rules, so there is no result for the votes.
  if (withoutJudge) return [];
  return Array.from({ length: voters }, (_, i) => i + 1)
    .filter((voter) => when === "before" || hasVoted(voter))
    .flatMap((voter): ActSpec[] => {
      const panelist = models[(voter - 1) % models.length];
      if (!panelist) return [];
      const dispensable = `the vote of voter ${voter} (${modelId(panelist)}) ${when} the debate`;
      const id = audienceVoteId(generation, when, voter);
      return [{ id, name: "castVote", by: "judge", panelist, dispensable }];
    });
}

function judgesVotes(plan: DebatePlan, state: DebateState, when: Vote["when"]): ActSpec[] {
  return seatsOf(plan, state).map(({ seat, panelist }): ActSpec => {
    const id = voteId(state.generation, when, plan.panel && seat);
    return { id, name: "castVote", by: "judge", ...(panelist && { panelist }) };
  });
}

/** Ballots of one order, or votes at one moment, answer the same question. */
function questionOf(actId: string): string {
  return isBallotId(actId) ? actId.replace(/-b\d+-/, "-b-") : actId.replace(/-\d+$/, "");
}

/** True if no other member of the panel has answered the same question, or is about to; or fewer than its quorum. */
export function isLost(
  plan: DebatePlan,
  state: DebateState,
  { id, failed }: { id: string; failed: string[] },
): boolean {
  const { ballots = [], votes } = state;
  const alike = (other: string) => questionOf(other) === questionOf(id);
  const open = isBallotId(id)
    ? openBallots(plan, state)
    : [...openVotes(plan, state, "before"), ...openVotes(plan, state, "after")];
  const left = open.map((act) => act.id).filter((other) => !failed.includes(other));
  return (
    isBelowQuorum(plan, state, { id, open: left }) || ![...ballots, ...votes.map((v) => v.id), ...left].some(alike)
  );
}

/** Names a panel's lost ballot or vote, for `degraded`. */
export function ballotTitle({ id, panelist }: ActSpec, judge: ModelRef | null): string {
  const who = panelist ?? judge;
  const what = isBallotId(id) ? `the ballot (${ballotOrder(id)} order)` : "the vote";
  return `${what} of ${who ? modelId(who) : "the judge"}`;
}

/** The invalid ballots of a panel, for the result. */
export function spoiltBallots(
  { panel = [], judge }: { panel?: ModelRef[]; judge: string },
  { spoilt = [] }: Pick<DebateState, "spoilt">,
): Ballot[] {
  return spoilt.map(({ id, why }) => {
    const member = panel[ballotSeat(id) - 1];
    const base = { id, judge: member ? modelId(member) : judge, order: ballotOrder(id), winner: null, scores: {} };
    return { ...base, valid: false, invalidBecause: why };
  });
}
