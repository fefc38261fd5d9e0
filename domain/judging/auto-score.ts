/** One figure from what the code measured, to hold against the judge's own (spec §1.14). */
import type { Assessment } from "../schemas/assessment.ts";
import type { Turn } from "../schemas/turn.ts";

/** What a round loses at most, of 100. */
const LOSS = { repetition: 50, drift: 30, diminishingReturns: 20 };

interface ScoredInput {
  turns: Pick<Turn, "id" | "round">[];
  assessments: Pick<Assessment, "round" | "assessments" | "measured">[];
}

/**
 * 0–100, the mean over the measured rounds of 100 − 50 × the share of turns that repeat − 30 × the share of
 * participants who drift − 20 where returns diminish. Null when nothing was measured.
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
