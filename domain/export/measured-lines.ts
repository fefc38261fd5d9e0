/** What the code measured of a round, for a report's list. */
import type { Measured } from "../schemas/assessment.ts";
import type { Debate } from "../schemas/debate.ts";
import { nameOf } from "./names.ts";

export function measuredLines(measured: Measured | undefined, debate: Pick<Debate, "participants">): string[] {
  if (!measured) return [];
  const { repetition, drifting, diminishingReturns, trends, embedding } = measured;
  const known = Object.entries(trends).flatMap(([name, trend]) => (trend ? [`${name} ${trend}`] : []));
  return [
    ...repetition.map((r) => `Measured: ${r.turnId} repeats ${r.with} (${r.by} ${r.overlap})`),
    ...(drifting.length > 0 ? [`Measured: drifting: ${drifting.map((id) => nameOf(debate, id)).join(", ")}`] : []),
    ...(diminishingReturns ? ["Measured: diminishing returns"] : []),
    ...(embedding?.failure ? [`Measured by words alone: ${embedding.model}: ${embedding.failure}`] : []),
    ...(known.length > 0 ? [`Measured trends: ${known.join(", ")}`] : []),
  ];
}
