import { defineFormat, limitReached, phased } from "./format.ts";
import { alternating } from "./sides.ts";

/** Two sides and a motion. An audience or the judge votes on it before and after: the side that votes clearly moved to wins. */
export const oxford = defineFormat({
  name: "oxford",
  title: "Oxford",
  when: "When you want to see whether arguments for and against a claim change a vote on it.",
  summary:
    "Two sides, for and against, speak by turns; an audience or the judge votes on the motion before and after, and the side that votes clearly moved to wins.",
  protocol: "judged",
  participants: { min: 2, max: 4 },
  rounds: { min: 2, max: 50, default: 5 },
  judging: "final-only",
  mode: "sequential",
  sides: { atMost: 2 },
  votes: true,
  contest: true,
  rules:
    "The topic is the motion. One side speaks for it and the other against it, by turns: opening statements in round 1, then rebuttals, closing statements in the last round. The motion is voted on before round 1 and after the last round: the side that has moved more votes wins.",
  turns: (plan, state) => {
    const phase = phased(plan, state, { first: "opening", middle: "rebuttal", last: "closing" });
    return alternating(plan.participants).map(({ id }) => ({ participantId: id, phase }));
  },
  end: (plan, state) => (limitReached(plan, state) ? "limit" : null),
});
