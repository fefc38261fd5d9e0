import { defineFormat, limitReached, phased } from "./format.ts";

/** Up to eight speakers: the first of one round is the last of the next. */
export const roundtable = defineFormat({
  name: "roundtable",
  title: "Roundtable",
  when: "When more than four views should be heard, also neutral ones.",
  summary:
    "Up to eight speakers, for, against or neutral; the first round opens, the order rotates by one each round, the last round closes.",
  protocol: "judged",
  participants: { min: 2, max: 8 },
  rounds: { min: 2, max: 50, default: 5 },
  judging: "final-only",
  mode: "sequential",
  defaultSide: "neutral",
  rules:
    "This is a roundtable: all speak once in each round, and the order moves on by one each round, so that everybody speaks first and last in turn. The last round is for closing remarks.",
  turns: (plan, state) => {
    const phase = phased(plan, state, { first: "opening", middle: "response", last: "closing" });
    const first = (state.round - 1) % plan.participants.length;
    const rotated = [...plan.participants.slice(first), ...plan.participants.slice(0, first)];
    return rotated.map(({ id }) => ({ participantId: id, phase }));
  },
  end: (plan, state) => (limitReached(plan, state) ? "limit" : null),
});
