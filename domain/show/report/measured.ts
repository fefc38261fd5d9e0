import { wordsOf } from "../../base/words/words.ts";
import { nameOf } from "../../shapes/names.shape.ts";
import type { Flip, Measured } from "../../shapes/schemas/assessment.schema.ts";
import type { TranscriptExport } from "../export/transcript.export.ts";
import { turnName } from "./names.report.ts";

type Whole = Pick<TranscriptExport, "debate" | "turns">;

export function measuredLines(measured: Measured | undefined, whole: Whole): string[] {
  if (!measured) return [];
  const { debate } = whole;
  const { say, word } = wordsOf(debate);
  const { repetition, drifting, diminishingReturns, trends, embedding } = measured;
  const known = Object.entries(trends).flatMap(([name, trend]) => (trend ? [`${word(name)} ${word(trend)}`] : []));
  return [
    ...repetition.map((r) =>
      say("Measured: {turn} repeats {other} ({by} {overlap})", {
        turn: turnName(whole, r.turnId),
        other: turnName(whole, r.with),
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
  { assessments, trace, ...whole }: Whole & Pick<TranscriptExport, "assessments" | "trace">,
  round: number,
): string[] {
  if (assessments.some((a) => a.round === round)) return [];
  return measuredLines(
    trace.measured?.find((measured) => measured.round === round),
    whole,
  );
}

export function flipLines(flips: Flip[] | undefined, whole: Whole): string[] {
  const { say } = wordsOf(whole.debate);
  return (flips ?? []).map(({ participant, from, to, cause, prompted, position }) => {
    const why = prompted
      ? say("because of {cause}", { cause: turnName(whole, cause ?? "") })
      : say("unprompted: no turn or exhibit is named as the cause");
    const about = { name: nameOf(whole.debate, participant), from: from ?? "", to: to ?? "", why };
    return say(
      position === "held"
        ? 'Left the position that it was to hold: {name}, from "{from}" to "{to}" ({why})'
        : 'Changed position: {name}, from "{from}" to "{to}" ({why})',
      about,
    );
  });
}
