import type { DebatePlan } from "../../shapes/plan/plan.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import { defineFormat, everybody, lastAssessment, limitReached } from "./format.ts";

/** Participants look for common ground, until it is found, or rounds bring little more. */
export const convergenceSeeking = defineFormat({
  name: "convergence-seeking",
  title: "Convergence-seeking",
  summary: "Participants look for common ground; it ends on convergence, diminishing returns, or at the limit.",
  protocol: "judged",
  participants: { min: 2, max: 4 },
  rounds: { min: 1, max: 500, default: 10 },
  judging: "every-round",
  rules:
    "This debate looks for common ground: what all can accept, what still divides the participants, and why. Positions are open.",
  openPositions: true,
  fadingRounds: 2,
  turns: everybody(() => "response"),
  end: (plan, state) => (converged(plan, state) ? "convergence" : limitReached(plan, state) ? "limit" : null),
});

function converged(plan: DebatePlan, state: DebateState): boolean {
  const last = lastAssessment(state);
  if (!last || state.round < plan.minRounds) return false;
  return last.flags.convergenceReached || hasFaded(plan, state);
}

/** Returns diminished in enough of the newest rounds, each measured or flagged. One signal alone is often noise. */
function hasFaded({ fadingRounds = 1 }: DebatePlan, { assessments, round }: DebateState): boolean {
  const newest = assessments.filter((a) => a.round > round - fadingRounds);
  return (
    newest.length >= fadingRounds &&
    newest.every(({ flags, measured }) => flags.diminishingReturns || measured?.diminishingReturns === true)
  );
}
