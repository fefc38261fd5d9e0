import type { SolutionResult } from "../../schemas/result.ts";
import { type Block, heading, paragraph, quote, said } from "../blocks.ts";
import { ENDINGS, part } from "./verdict.ts";

export function solutionSections(result: SolutionResult): Block[] {
  const { description, implementation, tradeoffs, recommendations } = result.solution;
  return [
    heading(2, "Solution"),
    solutionCredit(result),
    quote(description),
    ...(implementation ? [heading(3, "Implementation"), quote(implementation)] : []),
    ...part("Tradeoffs", tradeoffs),
    ...part("Recommendations", recommendations),
  ];
}

export function solutionCredit({ solution: { confidence, synthesizedBy }, endedBy }: SolutionResult): Block {
  return paragraph(
    "Made by ",
    said(synthesizedBy),
    ` with confidence ${confidence} of 100. The debate ended because ${ENDINGS[endedBy]}.`,
  );
}
