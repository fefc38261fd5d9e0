import { type Words, wordsOf } from "../../base/words/words.ts";
import type { Debate } from "../../shapes/schemas/debate.schema.ts";
import type { SolutionResult } from "../../shapes/schemas/result.schema.ts";
import { type Block, heading, paragraph, quote, said } from "./blocks.ts";
import { ENDINGS, part } from "./verdict.report.ts";

export function solutionSections(result: SolutionResult, debate: Pick<Debate, "language">): Block[] {
  const words = wordsOf(debate);
  const { say } = words;
  const { description, implementation, tradeoffs, recommendations } = result.solution;
  return [
    heading(2, say("Solution")),
    solutionCredit(result, words),
    quote(description),
    ...(implementation ? [heading(3, say("Implementation")), quote(implementation)] : []),
    ...part(say("Tradeoffs"), tradeoffs),
    ...part(say("Recommendations"), recommendations),
  ];
}

export function solutionCredit(
  { solution: { confidence, synthesizedBy }, endedBy }: SolutionResult,
  { say }: Words,
): Block {
  const ending = say("The debate ended because {reason}.", { reason: say(ENDINGS[endedBy]) });
  return paragraph(
    say("Made by "),
    said(synthesizedBy),
    `${say(" with confidence {confidence} of 100.", { confidence })} ${ending}`,
  );
}
