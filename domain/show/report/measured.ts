import { nameOf } from "../../shapes/names.shape.ts";
import type { Measured } from "../../shapes/schemas/assessment.schema.ts";
import type { TranscriptExport } from "../export/transcript.export.ts";
import { type Tale, turnName } from "./names.report.ts";

export function measuredLines(measured: Measured | undefined, tale: Tale): string[] {
  if (!measured) return [];
  const { debate, words } = tale;
  const { say, word } = words;
  const { repetition, drifting, diminishingReturns, trends, embedding } = measured;
  const known = Object.entries(trends).flatMap(([name, trend]) => (trend ? [`${word(name)} ${word(trend)}`] : []));
  return [
    ...repetition.map((r) =>
      say("Measured: {turn} repeats {other} ({by} {overlap})", {
        turn: turnName(tale, r.turnId),
        other: turnName(tale, r.with),
        by: word(r.by),
        overlap: r.overlap,
      }),
    ),
    ...(drifting.length > 0
      ? [say("Measured: drifting: {names}", { names: drifting.map((id) => nameOf(debate, id)).join(", ") })]
      : []),
    ...(diminishingReturns ? [say("Measured: diminishing returns")] : []),
    ...(embedding?.failure
      ? [say("Measured by words alone: {model}: {failure}", { model: embedding.model, failure: embedding.failure })]
      : []),
    ...(known.length > 0 ? [say("Measured trends: {trends}", { trends: known.join(", ") })] : []),
  ];
}

/** Of a round that no judge assessed. */
export function measuredAlone(
  { assessments, trace, ...tale }: Tale & Pick<TranscriptExport, "assessments" | "trace">,
  round: number,
): string[] {
  if (assessments.some((a) => a.round === round)) return [];
  return measuredLines(
    trace.measured?.find((measured) => measured.round === round),
    tale,
  );
}
