/** A skeptic's issues as a table, the most severe first. */

import type { Words } from "../../base/words/words.ts";
import { type Critique, SEVERITIES } from "../../shapes/schemas/turn.schema.ts";
import { type Block, paragraph, quote, table } from "./blocks.ts";

export function critiqueReport(
  { critique, issues, score, readyForSynthesis }: Critique,
  { say, word }: Words,
): Block[] {
  const rows = SEVERITIES.flatMap((severity) =>
    issues.filter((issue) => issue.severity === severity).map((issue) => [word(severity), issue.description]),
  );
  return [
    quote(critique),
    ...(rows.length > 0 ? [table([say("Severity"), say("Issue")], rows)] : [paragraph(say("No issue was left."))]),
    paragraph(
      say("Score: {score} of 10. Ready for the synthesis: {ready}.", {
        score,
        ready: say(readyForSynthesis ? "yes" : "no"),
      }),
    ),
  ];
}
