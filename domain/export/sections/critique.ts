/** A skeptic's issues as a table, the most severe first. */
import { type Critique, SEVERITIES } from "../../schemas/turn.ts";
import { type Block, paragraph, quote, table } from "../blocks.ts";

export function critiqueReport({ critique, issues, score, readyForSynthesis }: Critique): Block[] {
  const rows = SEVERITIES.flatMap((severity) =>
    issues.filter((issue) => issue.severity === severity).map((issue) => [severity, issue.description]),
  );
  return [
    quote(critique),
    ...(rows.length > 0 ? [table(["Severity", "Issue"], rows)] : [paragraph("No issue was left.")]),
    paragraph(`Score: ${score} of 10. Ready for the synthesis: ${readyForSynthesis ? "yes" : "no"}.`),
  ];
}
