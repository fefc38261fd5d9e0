/** What a conclusion refers to that is not there. */

import type { Conclusion } from "../../../domain/shapes/schemas/conclusion.schema.ts";
import type { TranscriptExport } from "../../../domain/show/export/transcript.export.ts";

export function danglingIn(
  { cruxes, evidence, minority, nextSteps }: Conclusion,
  { turns, debate, result }: Pick<TranscriptExport, "turns" | "debate" | "result">,
): unknown[] {
  const people = debate.participants.map(({ id }) => id);
  const turnIds = [
    ...cruxes.flatMap(({ points }) => Object.values(points).flatMap(({ turn }) => turn ?? [])),
    ...evidence.flatMap((claim) => claim.turnIds),
  ];
  const named = [
    ...cruxes.flatMap(({ points, prevailed }) => [...Object.keys(points), ...(prevailed ? [prevailed] : [])]),
    ...(minority?.holders ?? []),
  ];
  const missing = (ids: string[], there: string[]) => ids.filter((id) => !there.includes(id));
  return [
    ...missing(
      turnIds,
      turns.map(({ id }) => id),
    ),
    ...missing(named, people),
    ...missing(
      evidence.flatMap(({ refs }) => refs),
      (debate.exhibits ?? []).map(({ id }) => id),
    ),
    ...missing(minority?.ballots ?? [], result?.ballots.map(({ id }) => id) ?? []),
    ...nextSteps.filter(({ crux }) => crux !== null && cruxes[crux - 1] === undefined),
  ];
}
