/** One score from the code's measurements, to compare with the judge's (docs/design/debate.md#114-records). */
import type { Assessment } from "../../schemas/assessment.ts";
import type { Turn } from "../../schemas/turn.ts";

/** Points that a round loses at most. */
const LOSS = { repetition: 50, drift: 30, diminishingReturns: 20 };

interface ScoredInput {
  turns: Pick<Turn, "id" | "round">[];
  assessments: Pick<Assessment, "round" | "assessments" | "measured">[];
}

/**
 * 0–100, the mean over the measured rounds of 100 − 50 × the share of repeating turns − 30 × the share of drifting
 * participants − 20 if returns diminish. null without measurements.
 */
export function autoScore({ turns, assessments }: ScoredInput): number | null {
  const rounds = assessments.flatMap(({ round, measured, assessments: judged }) => {
    if (!measured) return [];
    const repeating = share(measured.repetition.length, turns.filter((turn) => turn.round === round).length);
    const drifting = share(measured.drifting.length, judged.length);
    const fading = measured.diminishingReturns ? 1 : 0;
    return [100 - LOSS.repetition * repeating - LOSS.drift * drifting - LOSS.diminishingReturns * fading];
  });
  return rounds.length === 0 ? null : Math.round(rounds.reduce((a, b) => a + b, 0) / rounds.length);
}

function share(part: number, of: number): number {
  return of === 0 ? 0 : Math.min(1, part / of);
}
