/** What was measured of each round: with the judge's assessment of it, else from what its turns say of themselves. */

import type { Assessment, Measured, MeasuredRound } from "../../shapes/schemas/assessment.schema.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import { isMeasurable } from "./measurable.ts";
import { isRepetitive, ROUNDS, trendsOf } from "./signals.signal.ts";

type Said = Pick<
  Turn,
  "id" | "round" | "index" | "phase" | "participantId" | "text" | "status" | "repetition" | "embedding"
>;

interface Debated {
  /** In order. */
  turns: Said[];
  assessments: Pick<Assessment, "round" | "measured">[];
}

/** In order; rounds of which nothing was measured are left out. */
export function measuredRounds({ turns, assessments }: Debated): MeasuredRound[] {
  const measurable = turns.filter(isMeasurable);
  const last = Math.max(0, ...[...measurable, ...assessments].map(({ round }) => round));
  const isRepeating = (round: number) => isRepetitiveRound({ turns: measurable, assessments }, round);
  return Array.from({ length: last }, (_, i) => i + 1).flatMap((round): MeasuredRound[] => {
    const judged = assessments.find((a) => a.round === round)?.measured;
    const measured = judged ?? measuredAlone(measurable, { round, isRepeating });
    return measured ? [{ round, ...measured }] : [];
  });
}

/** Only what needs no judge; null if no turn of the round was measured. */
function measuredAlone(
  turns: Said[],
  { round, isRepeating }: { round: number; isRepeating: (round: number) => boolean },
): Measured | null {
  const said = turns.filter((turn) => turn.round === round && turn.repetition !== undefined);
  if (said.length === 0) return null;
  const compared = said.flatMap(({ embedding }) => embedding ?? []);
  const embedding = compared.find(({ failure }) => failure !== null) ?? compared[0];
  return {
    repetition: repeatedIn(said),
    diminishingReturns: round >= ROUNDS && isRepeating(round) && isRepeating(round - 1),
    drifting: [],
    trends: trendsOf(
      [],
      turns.filter((turn) => turn.round <= round),
    ),
    ...(embedding && { embedding }),
  };
}

function isRepetitiveRound({ turns, assessments }: Debated, round: number): boolean {
  const said = turns.filter((turn) => turn.round === round);
  const measured = assessments.find((a) => a.round === round)?.measured;
  return isRepetitive(said, measured?.repetition ?? repeatedIn(said));
}

function repeatedIn(turns: Said[]): Measured["repetition"] {
  return turns.flatMap(({ id, repetition }) => (repetition ? [{ turnId: id, ...repetition }] : []));
}
