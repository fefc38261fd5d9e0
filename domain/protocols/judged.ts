/**
 * The judged protocol: participants answer, the judge assesses. `next` says what to do now, from the plan and the
 * state alone; what a format adds stands in its own file under `formats/`.
 */

import type { DebateState, Horizon } from "../debate-state.ts";
import { requireJudged } from "../formats/format.ts";
import { FORMATS_BY_NAME } from "../formats/registry.ts";
import { openBallots, openVotes } from "../judging/panel.ts";
import type { DebatePlan } from "../plan.ts";
import type { EndedBy } from "../schemas/result.ts";
import type { Step, TurnSpec } from "../steps.ts";
import { controlArmStep, isSettled } from "./control-arm.ts";
import { assessmentId, turnId, verdictId } from "./ids.ts";
import { isSkipped, orUnjudged } from "./unjudged.ts";

export function nextJudged(plan: DebatePlan, state: DebateState): Step {
  const { round } = state;
  if (state.endedBy) return conclude(plan, state, state.endedBy);
  if (state.roundOver) return betweenRounds(plan, state);
  const turns = turnsOf(plan, state).filter((t) => !state.taken.includes(t.index));
  if (turns.length > 0) {
    const order = plan.mode === "simultaneous" ? "parallel" : "sequential";
    return { kind: "turns", phase: "responding", order, expected: state.taken.length + turns.length, turns };
  }
  const id = assessmentId(state.generation, round);
  const assessed = state.assessments.some((a) => a.round === round) || isSkipped(state, id);
  if (plan.judging === "every-round" && !assessed) {
    return { kind: "acts", phase: "judging", acts: [{ id, name: "assessRound", by: "judge" }] };
  }
  return { kind: "endRound", phase: "round_complete", round };
}

function betweenRounds(plan: DebatePlan, state: DebateState): Step {
  if (state.round === 0) return beforeRounds(plan, state);
  const endedBy = requireJudged(FORMATS_BY_NAME[plan.format]).end(plan, state);
  if (endedBy) return conclude(plan, state, endedBy);
  return { kind: "beginRound", round: state.round + 1, afterMs: plan.durations.roundDelay };
}

function beforeRounds(plan: DebatePlan, state: DebateState): Step {
  const first = vote(plan, state, "before") ?? controlArmStep(plan, state);
  if (first) return first;
  return isSettled(plan, state) ? conclude(plan, state, "convergence") : { kind: "beginRound", round: 1, afterMs: 0 };
}

/** The votes on the motion, where the format has them and they are still to be cast. */
function vote(plan: DebatePlan, state: DebateState, when: "before" | "after"): Step | null {
  if (!FORMATS_BY_NAME[plan.format].votes) return null;
  const acts = openVotes(plan, state, when);
  return acts.length > 0 ? { kind: "acts", phase: "voting", acts } : null;
}

function conclude(plan: DebatePlan, state: DebateState, endedBy: EndedBy): Step {
  // With nothing said there is nothing to rule on, and nothing that could have moved a vote.
  const rules = state.wholeTurns > 0 && !state.result;
  const id = verdictId(state.generation);
  const act = orUnjudged(state, { id, name: "countBallots", by: "service" });
  // The ballots are there: those on the answers that everybody gave alone.
  if (isSettled(plan, state)) return { kind: "conclude", endedBy, act };
  const ballots = rules && !isSkipped(state, id) ? openBallots(plan, state) : [];
  const last = rules ? vote(plan, state, "after") : null;
  return last ?? { kind: "conclude", endedBy, ...(ballots.length > 0 && { ballots }), act };
}

/** The turns of the current round in their order. Indexes stay when a participant has left. */
function turnsOf(plan: DebatePlan, state: DebateState): TurnSpec[] {
  const { round, generation } = state;
  const out = new Set(state.participants.filter((p) => p.status === "failed").map((p) => p.id));
  return requireJudged(FORMATS_BY_NAME[plan.format])
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
