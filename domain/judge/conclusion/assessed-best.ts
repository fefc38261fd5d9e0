/** Whom the judge's scores of the rounds put first. */

import type { Assessment } from "../../shapes/schemas/assessment.schema.ts";

/** Points of 10 that may lie between those who lead together. */
const TOGETHER = 0.5;

/** Ids of those with the best mean score over the rounds, and of their side; undefined where no round was assessed. */
export function assessedBest(
  assessments: Pick<Assessment, "assessments">[],
  participants: { id: string; side?: string | undefined }[],
): string[] | undefined {
  const scores = Map.groupBy(
    assessments.flatMap(({ assessments: of }) => of),
    ({ participant }) => participant,
  );
  const means = [...scores].map(([id, all]) => ({
    id,
    score: all.reduce((sum, { score }) => sum + score, 0) / all.length,
  }));
  if (means.length === 0) return undefined;
  const best = Math.max(...means.map(({ score }) => score));
  const leading = means.filter(({ score }) => best - score <= TOGETHER).map(({ id }) => id);
  const sides = participants.flatMap(({ id, side }) => (side && leading.includes(id) ? [side] : []));
  return participants.flatMap(({ id, side }) => (leading.includes(id) || sides.includes(side ?? "") ? [id] : []));
}
