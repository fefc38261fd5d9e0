import { DEFAULT_DEBATE } from "../../shapes/format-names.ts";
import { heardAfter } from "../../shapes/plan/heard.ts";
import type { DebatePlan } from "../../shapes/plan/plan.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import { isRepeated } from "../state/repeated-rounds.ts";
import { ALONE, defineFormat, everybody, judgeEnds, saysStop } from "./format.ts";

/**
 * Openings, rebuttals, closings. When the judge says stop during the rebuttals, or everybody repeats for two rounds running,
 * the next round is the closing. A single round has openings alone: it is the default format, so a request for one round must
 * find it.
 */
export const structuredRounds = defineFormat({
  name: "structured-rounds",
  title: "Structured rounds",
  when: "When you want the arguments for and against, and a judge’s verdict.",
  summary:
    "Round 1 opening, then rebuttals, last round closing; the judge may bring the closing forward, and so may rounds of repetition.",
  protocol: "judged",
  participants: { min: 2, max: 4 },
  rounds: { min: 1, max: 500, default: DEFAULT_DEBATE.rounds },
  judging: "every-round",
  rules:
    "This debate has three phases: opening statements in round 1, then rounds of rebuttal, then closing statements in the last round. A judge assesses every round and may bring the closing forward.",
  closes: true,
  aloneRounds: ALONE,
  turns: everybody((plan, state) =>
    state.round === 1 ? "opening" : state.round >= closingRound(plan, state) ? "closing" : "rebuttal",
  ),
  end: (plan, state) => {
    const closing = closingRound(plan, state);
    if (state.round < closing) return null;
    if (closing === plan.maxRounds) return "limit";
    return isStopped(plan, state, closing - 1) ? "judge" : "convergence";
  },
  convergedBy: () => "code",
});

/** The round after the first one by which the rebuttals have brought it forward, else the last one. */
function closingRound(plan: DebatePlan, state: DebateState): number {
  const rounds = Array.from({ length: state.round }, (_, i) => i + 1);
  const rebutted = rounds.filter((round) => heardAfter(plan, round) > 1);
  const last = rebutted.find((round) => isStopped(plan, state, round) || isRepeated(plan, state, round));
  return last === undefined ? plan.maxRounds : Math.min(last + 1, plan.maxRounds);
}

/** By the end of this round the judge has said stop, and was not alone with it. */
function isStopped(plan: DebatePlan, state: DebateState, after: number): boolean {
  return judgeEnds(plan, state, { after, says: saysStop });
}
