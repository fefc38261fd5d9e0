import type { DebatePlan } from "../../shapes/plan/plan.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import { defineFormat, everybody } from "./format.ts";

/** Openings, rebuttals, closings. When the judge says stop during the rebuttals, the next round is the closing. */
export const structuredRounds = defineFormat({
  name: "structured-rounds",
  title: "Structured rounds",
  summary: "Round 1 opening, then rebuttals, last round closing; the judge may bring the closing forward.",
  protocol: "judged",
  participants: { min: 2, max: 4 },
  rounds: { min: 2, max: 500, default: 5 },
  judging: "every-round",
  rules:
    "This debate has three phases: opening statements in round 1, then rounds of rebuttal, then closing statements in the last round. A judge assesses every round and may bring the closing forward.",
  turns: everybody((plan, state) =>
    state.round === 1 ? "opening" : state.round >= closingRound(plan, state) ? "closing" : "rebuttal",
  ),
  end: (plan, state) => {
    const closing = closingRound(plan, state);
    if (state.round < closing) return null;
    return closing < plan.maxRounds ? "judge" : "limit";
  },
});

/** The round after the first rebuttal round in which the judge said stop, else the last one. */
function closingRound(plan: DebatePlan, state: DebateState): number {
  const stop = state.assessments.find((a) => a.round > 1 && a.round >= plan.minRounds && !a.shouldContinue);
  return stop ? Math.min(stop.round + 1, plan.maxRounds) : plan.maxRounds;
}
