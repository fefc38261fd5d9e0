import type { DebatePlan } from "../../shapes/plan/plan.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import { defineFormat, limitReached, type PlannedTurn } from "./format.ts";
import { onSide } from "./sides.ts";

/** One for, one against: cases with cross-examination, rebuttals, and the affirmative's last word. */
export const lincolnDouglas = defineFormat({
  name: "lincoln-douglas",
  title: "Lincoln–Douglas",
  when: "When two sides should question each other on a claim, as in a formal debate.",
  summary:
    "One affirmative, one negative: each makes its case and is cross-examined, then rebuttals; the affirmative has the last word.",
  protocol: "judged",
  participants: { min: 2, max: 2 },
  rounds: { min: 2, max: 50, default: 5 },
  judging: "final-only",
  mode: "sequential",
  sides: { atMost: 1 },
  contest: true,
  rules:
    "The topic is a resolution. The affirmative speaks for it, the negative against it. In round 1 each makes its case and is cross-examined by the other, who asks in one turn and is answered in the next. Then come rebuttals. In the last round the negative closes first and the affirmative has the last word.",
  turns: (plan, state) => {
    const [affirmative] = onSide(plan.participants, "for");
    const [negative] = onSide(plan.participants, "against");
    return affirmative && negative ? order(plan, state, { aff: affirmative.id, neg: negative.id }) : [];
  },
  end: (plan, state) => (limitReached(plan, state) ? "limit" : null),
});

function order(plan: DebatePlan, state: DebateState, { aff, neg }: { aff: string; neg: string }): PlannedTurn[] {
  if (state.round === 1) return [...caseOf(aff, neg), ...caseOf(neg, aff)];
  if (limitReached(plan, state)) return [neg, aff].map((participantId) => ({ participantId, phase: "closing" }));
  return [aff, neg].map((participantId) => ({ participantId, phase: "rebuttal" }));
}

/** A case and its cross-examination by the other side. */
function caseOf(speaker: string, examiner: string): PlannedTurn[] {
  return [
    { participantId: speaker, phase: "constructive" },
    { participantId: examiner, phase: "cross-question", targetId: speaker },
    { participantId: speaker, phase: "cross-answer", targetId: examiner },
  ];
}
