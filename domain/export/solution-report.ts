/** The solution's part of a report. */
import type { SolutionResult } from "../schemas.ts";
import { type Block, heading, paragraph, quote, said } from "./blocks.ts";
import { ENDINGS, part } from "./verdict-report.ts";

export function solutionSections({ solution, endedBy }: SolutionResult): Block[] {
  const { description, implementation, tradeoffs, recommendations, confidence, synthesizedBy } = solution;
  return [
    heading(2, "Solution"),
    paragraph(
      "Made by ",
      said(synthesizedBy),
      ` with confidence ${confidence} of 100. The debate ended because ${ENDINGS[endedBy]}.`,
    ),
    quote(description),
    ...(implementation ? [heading(3, "Implementation"), quote(implementation)] : []),
    ...part("Tradeoffs", tradeoffs),
    ...part("Recommendations", recommendations),
  ];
}
