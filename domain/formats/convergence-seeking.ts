import type { DebatePlan } from "../plan/plan.ts";
import type { DebateState } from "../state/state.ts";
import { defineFormat, everybody, lastAssessment, limitReached } from "./format.ts";

/** Participants look for common ground, until it is found, or rounds bring little more. */
export const convergenceSeeking = defineFormat({
  name: "convergence-seeking",
  title: "Convergence-seeking",
  summary: "Participants look for common ground; it ends on convergence, diminishing returns, or at the limit.",
  protocol: "judged",
  participants: { min: 2, max: 4 },
  rounds: { min: 1, max: 50, default: 10 },
  judging: "every-round",
  rules:
    "This debate looks for common ground: what all can accept, what still divides the participants, and why. Positions are open.",
  openPositions: true,
  turns: everybody(() => "response"),
  end: (plan, state) => (converged(plan, state) ? "convergence" : limitReached(plan, state) ? "limit" : null),
});

function converged(plan: DebatePlan, state: DebateState): boolean {
  const last = lastAssessment(state);
  if (!last || state.round < plan.minRounds) return false;
  const { flags, measured } = last;
  return flags.convergenceReached || flags.diminishingReturns || measured?.diminishingReturns === true;
}
