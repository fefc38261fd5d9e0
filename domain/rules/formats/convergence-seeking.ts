import { heardAfter } from "../../shapes/plan/heard.ts";
import type { DebatePlan } from "../../shapes/plan/plan.ts";
import type { AssessmentDigest, DebateState } from "../../shapes/state/state.ts";
import { ALONE, defineFormat, everybody, judgeEnds, limitReached } from "./format.ts";

/** Participants look for common ground, until it is found, or rounds bring little more. */
export const convergenceSeeking = defineFormat({
  name: "convergence-seeking",
  title: "Convergence-seeking",
  when: "When you want to know what all sides could accept, and what still divides them.",
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
  aloneRounds: ALONE,
  endsEarly: true,
  turns: everybody(() => "response"),
  end: (plan, state) => (converged(plan, state) ? "convergence" : limitReached(plan, state) ? "limit" : null),
  convergedBy: (plan, state) => (isFlagged(plan, state) ? "judge" : "code"),
});

function converged(plan: DebatePlan, state: DebateState): boolean {
  const heard = heardAfter(plan, state.round);
  if (heard < plan.minRounds || !state.assessments.some(({ round }) => round === heard)) return false;
  return judgeSaysSo(plan, state) || hasFaded(plan, state);
}

/** Whose finding it is: in a plan without `aloneRounds` the judge's flags may be enough for it. */
function isFlagged(plan: DebatePlan, state: DebateState): boolean {
  if (judgeSaysSo(plan, state)) return true;
  return plan.aloneRounds === undefined && newestOf(state, plan).every(({ flags }) => flags.diminishingReturns);
}

function judgeSaysSo(plan: DebatePlan, state: DebateState): boolean {
  const anyFlag = plan.aloneRounds !== undefined;
  const says = ({ flags }: AssessmentDigest) =>
    flags.convergenceReached || (anyFlag && (flags.diminishingReturns || flags.repetitive));
  return judgeEnds(plan, state, { after: state.round, says });
}

/** Returns diminished in enough of the newest rounds, as the code measures. One signal alone is often noise. */
function hasFaded(plan: DebatePlan, state: DebateState): boolean {
  const { fadingRounds = 1, aloneRounds } = plan;
  const newest = newestOf(state, plan);
  const byFlag = aloneRounds === undefined;
  return (
    newest.length >= fadingRounds &&
    newest.every(({ flags, measured }) => (byFlag && flags.diminishingReturns) || measured?.diminishingReturns === true)
  );
}

function newestOf({ assessments, round }: DebateState, plan: DebatePlan) {
  const heard = heardAfter(plan, round);
  return assessments.filter((a) => a.round <= heard && a.round > heard - (plan.fadingRounds ?? 1));
}
