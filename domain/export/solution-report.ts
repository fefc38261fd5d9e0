/** The solution's part of a report. */
import type { SolutionResult } from "../schemas.ts";
import { inline, quote } from "./markdown-text.ts";
import { ENDINGS, part } from "./verdict-report.ts";

export function solutionSections({ solution, endedBy }: SolutionResult): string[] {
  const { description, implementation, tradeoffs, recommendations, confidence, synthesizedBy } = solution;
  return [
    "## Solution",
    `Made by ${inline(synthesizedBy)} with confidence ${confidence} of 100. The debate ended because ${ENDINGS[endedBy]}.`,
    quote(description),
    ...(implementation ? [`### Implementation\n\n${quote(implementation)}`] : []),
    ...part("Tradeoffs", tradeoffs),
    ...part("Recommendations", recommendations),
  ];
}
