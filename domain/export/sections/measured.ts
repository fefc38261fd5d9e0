import type { Flip, Measured } from "../../schemas/assessment.ts";
import { nameOf, turnName } from "../names.ts";
import type { TranscriptExport } from "../transcript.ts";

type Whole = Pick<TranscriptExport, "debate" | "turns">;

export function measuredLines(measured: Measured | undefined, { debate, turns }: Whole): string[] {
  if (!measured) return [];
  const { repetition, drifting, diminishingReturns, trends, embedding } = measured;
  const known = Object.entries(trends).flatMap(([name, trend]) => (trend ? [`${name} ${trend}`] : []));
  return [
    ...repetition.map(
      (r) => `Measured: ${turnName(turns, r.turnId)} repeats ${turnName(turns, r.with)} (${r.by} ${r.overlap})`,
    ),
    ...(drifting.length > 0 ? [`Measured: drifting: ${drifting.map((id) => nameOf(debate, id)).join(", ")}`] : []),
    ...(diminishingReturns ? ["Measured: diminishing returns"] : []),
    ...(embedding?.failure ? [`Measured by words alone: ${embedding.model}: ${embedding.failure}`] : []),
    ...(known.length > 0 ? [`Measured trends: ${known.join(", ")}`] : []),
  ];
}

/** Of a round that no judge assessed. */
export function measuredAlone(
  { assessments, trace, ...whole }: Whole & Pick<TranscriptExport, "assessments" | "trace">,
  round: number,
): string[] {
  if (assessments.some((a) => a.round === round)) return [];
  return measuredLines(
    trace.measured?.find((measured) => measured.round === round),
    whole,
  );
}

export function flipLines(flips: Flip[] | undefined, { debate, turns }: Whole): string[] {
  return (flips ?? []).map(({ participant, from, to, cause, prompted }) => {
    const why = prompted
      ? `because of ${turnName(turns, cause ?? "")}`
      : "unprompted: no turn or exhibit is named as the cause";
    return `Changed position: ${nameOf(debate, participant)}, from "${from}" to "${to}" (${why})`;
  });
}
