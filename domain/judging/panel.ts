/** Who casts which ballots at the end of a judged debate (spec §1.13). Pure: a function of plan and state. */
import { modelId } from "../catalogue.ts";
import type { DebateState } from "../debate-state.ts";
import type { DebatePlan, ModelRef } from "../plan.ts";
import { ballotId, ballotOrder, ballotSeat, blindBallotId, isBallotId, voteId } from "../protocols/ids.ts";
import type { Ballot } from "../schemas/ballot.ts";
import type { Vote } from "../schemas/vote.ts";
import type { ActSpec } from "../steps.ts";
import type { BallotOrder } from "./labels.ts";

type Panel = Pick<DebatePlan, "panel" | "bothOrders">;
type BenchState = Pick<DebateState, "generation" | "ballots" | "skipped" | "panelOut">;

/** A place on the bench. Without a model of its own it is the judge's. */
interface Seat {
  seat: number;
  panelist?: ModelRef;
}

function ordersOf({ bothOrders }: Panel): BallotOrder[] {
  return bothOrders ? ["given", "reversed"] : ["given"];
}

/** The panel, or the judge alone; a judge that took the place of a panel that had failed has the seat behind it. */
function seatsOf({ panel }: Panel, { panelOut }: Pick<DebateState, "panelOut">): Seat[] {
  if (!panel) return [{ seat: 1 }];
  return panelOut ? [{ seat: panel.length + 1 }] : panel.map((panelist, i) => ({ seat: i + 1, panelist }));
}

/** The ballots that are neither cast nor given up. */
export function openBallots(plan: Panel, state: BenchState): ActSpec[] {
  const { generation, ballots = [], skipped = [] } = state;
  const specs = seatsOf(plan, state).flatMap(({ seat, panelist }) =>
    ordersOf(plan).map((order): ActSpec => {
      const id = ballotId(generation, { seat, order });
      return { id, name: "castBallot", by: "judge", ...(panelist && { panelist }) };
    }),
  );
  return specs.filter(({ id }) => !ballots.includes(id) && !skipped.includes(id));
}

/** Those on the answers that were given before round 1; the debate can do without them. */
export function openBlindBallots(
  plan: Panel & Pick<DebatePlan, "judge">,
  state: Pick<DebateState, "generation" | "controlArm" | "skipped" | "panelOut" | "judgeModel">,
): ActSpec[] {
  const { generation, controlArm, skipped = [] } = state;
  const cast = controlArm?.ballots.map(({ id }) => id) ?? [];
  const specs = seatsOf(plan, state).flatMap(({ seat, panelist }) =>
    ordersOf(plan).map((order): ActSpec => {
      const id = blindBallotId(generation, { seat, order });
      const who = panelist ?? state.judgeModel ?? plan.judge;
      const dispensable = `the ballot (${order} order) of ${who ? modelId(who) : "the judge"} before the debate`;
      return { id, name: "castBallot", by: "judge", dispensable, ...(panelist && { panelist }) };
    }),
  );
  return specs.filter(({ id }) => !cast.includes(id) && !skipped.includes(id));
}

/** The votes on the motion that are neither cast nor given up. */
export function openVotes(plan: DebatePlan, state: DebateState, when: Vote["when"]): ActSpec[] {
  const { generation, votes, skipped = [] } = state;
  const specs = seatsOf(plan, state).map(({ seat, panelist }): ActSpec => {
    const id = voteId(generation, when, plan.panel && seat);
    return { id, name: "castVote", by: "judge", ...(panelist && { panelist }) };
  });
  return specs.filter(({ id }) => !votes.some((v) => v.id === id) && !skipped.includes(id));
}

/** What each ballot or vote on the motion stands or falls with: those of the same question. */
function questionOf(actId: string): string {
  return isBallotId(actId) ? actId.replace(/-b\d+-/, "-b-") : actId.replace(/-\d+$/, "");
}

/** Where nobody else of a panel has answered the same question, or is about to. */
export function isLost(
  plan: DebatePlan,
  state: DebateState,
  { id, failed }: { id: string; failed: string[] },
): boolean {
  const { ballots = [], votes } = state;
  const alike = (other: string) => questionOf(other) === questionOf(id);
  if ([...ballots, ...votes.map((v) => v.id)].some(alike)) return false;
  const open = isBallotId(id)
    ? openBallots(plan, state)
    : [...openVotes(plan, state, "before"), ...openVotes(plan, state, "after")];
  return open.every((spec) => !alike(spec.id) || failed.includes(spec.id));
}

/** What is lost with a panel's ballot or vote. */
export function ballotTitle({ id, panelist }: ActSpec, judge: ModelRef | null): string {
  const who = panelist ?? judge;
  const what = isBallotId(id) ? `the ballot (${ballotOrder(id)} order)` : "the vote";
  return `${what} of ${who ? modelId(who) : "the judge"}`;
}

/** The ballots that a panel did without, as the result shows them. */
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
