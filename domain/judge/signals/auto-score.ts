/** One score from the code's measurements, to compare with the judge's (docs/design/debate.md#114-records). */
import type { Assessment, MeasuredRound } from "../../shapes/schemas/assessment.schema.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";

/** Points that a round loses at most. */
const LOSS = { repetition: 50, drift: 30, diminishingReturns: 20 };

interface ScoredInput {
  rounds: MeasuredRound[];
  turns: Pick<Turn, "round" | "repetition">[];
  assessments: Pick<Assessment, "round" | "assessments" | "measured">[];
}

/**
 * 0–100, the mean over the measured rounds of 100 − 50 × the share of repeating turns − 30 × the share of drifting
 * participants − 20 if returns diminish. null without measurements.
 */
export function autoScore({ rounds, turns, assessments }: ScoredInput): number | null {
  const scores = rounds.map(({ round, repetition, drifting, diminishingReturns }) => {
    const judged = assessments.find((a) => a.round === round && a.measured);
    const counted = turns.filter((turn) => turn.round === round && (judged || turn.repetition !== undefined));
    const repeating = share(repetition.length, counted.length);
    const adrift = share(drifting.length, judged?.assessments.length ?? 0);
    return 100 - LOSS.repetition * repeating - LOSS.drift * adrift - (diminishingReturns ? LOSS.diminishingReturns : 0);
  });
  return scores.length === 0 ? null : Math.round(scores.reduce((a, b) => a + b, 0) / scores.length);
}

function share(part: number, of: number): number {
  return of === 0 ? 0 : Math.min(1, part / of);
}
