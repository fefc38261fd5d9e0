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
  guides: true,
  rules:
    "This debate looks for common ground: what all can accept, what still divides the participants, and why. Positions are open.",
  openPositions: true,
  fadingRounds: 2,
  endsEarly: true,
  turns: everybody(() => "response"),
  end: (plan, state) => (converged(plan, state) ? "convergence" : limitReached(plan, state) ? "limit" : null),
  convergedBy: (plan, state) => (isFlagged(plan, state) ? "judge" : "code"),
});

function converged(plan: DebatePlan, state: DebateState): boolean {
  const last = lastAssessment(state);
  if (!last || state.round < plan.minRounds) return false;
  return last.flags.convergenceReached || hasFaded(plan, state);
}

/** The judge's own flags are enough for it. */
function isFlagged({ fadingRounds = 1 }: DebatePlan, state: DebateState): boolean {
  if (lastAssessment(state)?.flags.convergenceReached) return true;
  const newest = newestOf(state, fadingRounds);
  return newest.length >= fadingRounds && newest.every(({ flags }) => flags.diminishingReturns);
}

/** Returns diminished in enough of the newest rounds, each measured or flagged. One signal alone is often noise. */
function hasFaded({ fadingRounds = 1 }: DebatePlan, state: DebateState): boolean {
  const newest = newestOf(state, fadingRounds);
  return (
    newest.length >= fadingRounds &&
    newest.every(({ flags, measured }) => flags.diminishingReturns || measured?.diminishingReturns === true)
  );
}

function newestOf({ assessments, round }: DebateState, rounds: number) {
  return assessments.filter((a) => a.round > round - rounds);
}
