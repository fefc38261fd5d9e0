/** The judged protocol: participants speak, as their format says, the judge assesses, and ballots make a verdict. */

import { familyOf } from "../../shapes/catalogue/family.ts";
import type { Horizon } from "../../shapes/context/horizon.ts";
import type { DebatePlan } from "../../shapes/plan/plan.ts";
import type { EndedBy } from "../../shapes/schemas/result.schema.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import type { ActSpec, Step, TurnSpec } from "../../shapes/state/steps.ts";
import { claimsId, conclusionId, secondReadingId, turnId, verdictId } from "../../shapes/turn-ids.ts";
import { requireJudged } from "../formats/format.ts";
import { formatOf } from "../formats/registry.format.ts";
import { openBallots, openReviews, openVotes } from "../judges/panel.rules.ts";
import { secondJudgeOf } from "../judges/second-judge.rules.ts";
import { droppedFrom } from "../state/situation.ts";
import { lateAssessment, mayWait, openAssessment } from "./overlap.protocol.ts";
import { defineProtocol } from "./protocol.ts";
import { isSkipped, orUnjudged } from "./unjudged.ts";

type ActsStep = Extract<Step, { kind: "acts" }>;

export const judged = defineProtocol({
  name: "judged",
  before: beforeRounds,
  step,
  end: (plan, state) => requireJudged(formatOf(plan)).end(plan, state),
  convergedBy: (plan, state) => requireJudged(formatOf(plan)).convergedBy?.(plan, state) ?? "judge",
  endsOnRepetition: (plan) => requireJudged(formatOf(plan)).endsEarly === true,
  conclude,
  seats: { field: "side", choices: ["for", "against", "neutral"] },
  ownFields: [
    "participants/*/position",
    "participants/*/side",
    "judge/criteria",
    "judge/panel",
    "judge/quorum",
    "answers",
  ],
  hasJudge: true,
  conclusion: {
    type: "verdict",
    announcement: "the judge writes the verdict",
    missing: "there is no verdict and no winner",
  },
  mode: "sequential",
  templates: 0,
  sharesPrompts: true,
  formats: "formats that end in a verdict",
});

function step(plan: DebatePlan, state: DebateState): Step | null {
  const late = lateAssessment(plan, state);
  const turns = state.roundTimedOut ? [] : turnsOf(plan, state).filter((t) => !state.taken.includes(t.index));
  if (turns.length > 0) {
    const order = plan.mode === "simultaneous" ? "parallel" : "sequential";
    const expected = state.taken.length + turns.length;
    return { kind: "turns", phase: "responding", order, expected, turns, ...(late && { beside: [late] }) };
  }
  const open = late ?? openAssessment(plan, state, state.round);
  if (!open || (!late && mayWait(judged, plan, state))) return null;
  return { kind: "acts", phase: "judging", acts: [open] };
}

function beforeRounds(plan: DebatePlan, state: DebateState): Step | null {
  const first = voteStep(plan, state, "before");
  if (first) return first;
  return plan.orderCheck === "twin" && !state.twin ? { kind: "beginTwin" } : null;
}

/** The missing votes on the motion; null if the format has none or all are cast. */
function voteStep(plan: DebatePlan, state: DebateState, when: "before" | "after"): ActsStep | null {
  if (!formatOf(plan).votes) return null;
  const acts = openVotes(plan, state, when);
  return acts.length > 0 ? { kind: "acts", phase: "voting", acts } : null;
}

/**
 * An audience knows of no ballot and no check of claims, so it votes beside them. Judges who vote do so before: what a
 * provider then has cached of the transcript serves their ballots.
 */
function conclude(plan: DebatePlan, state: DebateState, endedBy: EndedBy): Step {
  // Without a whole turn there is nothing to rule on or vote about.
  const rules = state.wholeTurns > 0 && !state.result;
  const id = verdictId(state.generation);
  const act = orUnjudged(state, { id, name: "countBallots", by: "service" });
  const last = { ...openConclusion(plan, state), act };
  const ballots = rules && !isSkipped(state, id) ? openBallots(plan, state) : [];
  const vote = rules ? voteStep(plan, state, "after") : null;
  const claims = ballots.length > 0 ? (claimStep(plan, state) ?? secondReading(plan, state)) : null;
  if (!vote && ballots.length === 0 && awaitsTwin(state)) return { kind: "awaitTwin", endedBy };
  const reviews = rules ? openReviews(plan, state) : [];
  if (ballots.length === 0 && !last.conclusion && reviews.length > 0)
    return { kind: "acts", phase: "reviewing", acts: reviews };
  if (vote && !(plan.audience && ballots.length > 0)) return vote;
  const beside = vote?.acts ?? [];
  if (claims?.kind === "acts") return { ...claims, acts: [...claims.acts, ...beside] };
  if (claims) return claims;
  const open = { ...(ballots.length > 0 && { ballots }), ...(beside.length > 0 && { beside }) };
  return { kind: "conclude", endedBy, ...open, ...last };
}

/** Once, for all ballots. Nobody is shown it where nobody rules. */
function claimStep({ claimChecks }: DebatePlan, state: DebateState): ActsStep | null {
  const id = claimsId(state.generation);
  if (!claimChecks || state.claims || state.withoutJudge || isSkipped(state, id)) return null;
  if (state.ballots?.length) return null;
  const dispensable = "the check of claims against the exhibits";
  return { kind: "acts", phase: "checking", acts: [{ id, name: "checkClaims", by: "judge", dispensable }] };
}

/** Once, for the claims that one judge reads as contradicted: only a judge of another family can confirm it. */
function secondReading({ secondJudges, requireIndependent, judge }: DebatePlan, state: DebateState): Step | null {
  const id = secondReadingId(state.generation);
  const first = state.judgeModel ?? judge;
  if (!secondJudges || !first || !state.claims?.oneJudge || state.claimsConfirmed || isSkipped(state, id)) return null;
  if (state.withoutJudge || state.ballots?.length) return null;
  const dispensable = "a second judge's reading of the claims that one judge reads as contradicted";
  const act: ActSpec = { id, name: "confirmClaims", by: "judge", dispensable };
  const panelist = secondJudgeOf(secondJudges, first);
  if (panelist) return { kind: "acts", phase: "checking", acts: [{ ...act, panelist }] };
  const independent = requireIndependent ? " that is independent of the debaters" : "";
  return { kind: "skip", act, why: `there was no model of another family than ${familyOf(first)}${independent}` };
}

/** A debate that nobody rules on needs no ballots of its twin. */
function awaitsTwin({ twin, result, generation, ...state }: DebateState): boolean {
  return twin !== undefined && !twin.over && !result && !isSkipped(state, verdictId(generation));
}

/** Where nobody rules, there is no outcome to conclude from. */
function openConclusion(plan: DebatePlan, state: DebateState): { conclusion?: ActSpec } {
  const { generation, result, conclusionWritten } = state;
  const id = conclusionId(generation);
  const isDone = result || conclusionWritten || isSkipped(state, id) || isSkipped(state, verdictId(generation));
  if (!plan.conclusion || isDone) return {};
  return { conclusion: { id, name: "writeConclusion", by: "judge", dispensable: "the conclusion" } };
}

/** The turns of the current round, in order. An index does not change when another participant drops out. */
function turnsOf(plan: DebatePlan, state: DebateState): TurnSpec[] {
  const { round, generation } = state;
  const out = droppedFrom(state);
  return requireJudged(formatOf(plan))
    .turns(plan, state)
    .map((turn, i): TurnSpec => {
      const index = i + 1;
      const sees: Horizon =
        plan.mode === "simultaneous"
          ? { round, index: 0, count: state.wholeBeforeRound }
          : { round, index, count: state.wholeTurns };
      return { id: turnId(generation, round, index), round, index, sees, ...turn };
    })
    .filter((turn) => !out.has(turn.participantId));
}
