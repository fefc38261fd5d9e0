/**
 * The council protocol: the members answer alone, rank one another's answers blind, and may revise theirs; the chair
 * writes the council's answer. The chair is the judge.
 */

import type { DebatePlan } from "../../shapes/plan/plan.ts";
import type { EndedBy } from "../../shapes/schemas/result.schema.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import type { ActSpec, Step, TurnSpec } from "../../shapes/state/steps.ts";
import { councilId, rankingId, turnId } from "../../shapes/turn-ids.ts";
import { droppedFrom } from "../state/situation.ts";
import { defineProtocol } from "./protocol.ts";
import { isSkipped, orUnjudged } from "./unjudged.ts";

export const council = defineProtocol({
  name: "council",
  step: (plan, state) => (state.round === RANKING_ROUND ? ranking(plan, state) : answering(plan, state)),
  end,
  convergedBy: () => "answers",
  conclude,
  seats: { field: "side", choices: [], position: "Answers on its own." },
  ownFields: ["participants/*/position"],
  hasJudge: true,
  conclusion: {
    type: "council",
    announcement: "the chair writes the council's answer",
    missing: "nobody wrote the council's answer",
  },
  mode: "simultaneous",
  templates: 0,
  sharesPrompts: false,
});

/** The members rank in round 2. In a third round they revise. */
export const RANKING_ROUND = 2;
/** One answer cannot be ranked. */
const LEAST_ANSWERS = 2;

/** All at once: nobody sees what the others say in a round. An index is a member's place in the request. */
function answering(plan: DebatePlan, state: DebateState): Step | null {
  const { round, generation, taken, wholeBeforeRound: count } = state;
  const isFirst = round === 1;
  const out = droppedFrom(state);
  const turns = plan.participants.flatMap(({ id: participantId }, seat): TurnSpec[] => {
    const index = seat + 1;
    if (out.has(participantId) || taken.includes(index)) return [];
    const phase = isFirst ? "proposal" : "refinement";
    const id = turnId(generation, round, index);
    return [{ id, participantId, round, index, phase, sees: { round, index: 0, count } }];
  });
  if (turns.length === 0 || state.roundTimedOut) return null;
  const phase = isFirst ? "proposing" : "refining";
  return { kind: "turns", phase, order: "parallel", expected: taken.length + turns.length, turns };
}

function ranking(plan: DebatePlan, state: DebateState): Step | null {
  const { round, generation, rankings = [] } = state;
  if (state.wholeBeforeRound < LEAST_ANSWERS) return null;
  const out = droppedFrom(state);
  const acts = plan.participants.flatMap(({ id: participantId, name }, seat): ActSpec[] => {
    const id = rankingId(generation, round, seat + 1);
    if (out.has(participantId) || rankings.includes(id) || isSkipped(state, id)) return [];
    return [{ id, name: "rankAnswers", by: { participantId }, dispensable: `the ranking by ${name}` }];
  });
  return acts.length === 0 ? null : { kind: "acts", phase: "ranking", acts };
}

function end({ maxRounds }: DebatePlan, { round, wholeTurns }: DebateState): EndedBy | null {
  return round >= maxRounds || wholeTurns < LEAST_ANSWERS ? "limit" : null;
}

function conclude(_plan: DebatePlan, state: DebateState, endedBy: EndedBy): Step {
  const act = orUnjudged(state, { id: councilId(state.generation), name: "concludeCouncil", by: "judge" });
  return { kind: "conclude", endedBy, act };
}
