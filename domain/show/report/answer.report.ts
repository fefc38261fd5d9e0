import { wordsOf } from "../../base/words/words.ts";
import { nameOf } from "../../shapes/names.shape.ts";
import type { Debate } from "../../shapes/schemas/debate.schema.ts";
import type { AnswerResult } from "../../shapes/schemas/result.schema.ts";
import { type Block, heading, paragraph, quote, said } from "./blocks.ts";
import { ENDINGS } from "./verdict.report.ts";

export function answerSections(result: AnswerResult, debate: Debate): Block[] {
  return [heading(2, wordsOf(debate).say("Answer")), answerCredit(result, debate), quote(result.answer.text)];
}

export function answerCredit({ answer, endedBy }: AnswerResult, debate: Debate): Block {
  const { rounds, score, synthesizedBy } = answer;
  const { say } = wordsOf(debate);
  const most = debate.maxRounds;
  if (rounds === 0) return paragraph(say("All gave this answer, each alone, so no round was held."));
  const ending = answer.earlyStopped
    ? say("The skeptic was content after round {rounds} of at most {most}.", { rounds, most })
    : endedBy === "owner"
      ? say("Its owner ended the debate in round {rounds} of at most {most}.", { rounds, most })
      : endedBy === "convergence"
        ? say("The debate ended because {reason}.", { reason: say(ENDINGS.convergence) })
        : say("The debate ran to its end, round {rounds}.", { rounds });
  const scored = score === null ? "" : ` ${say("The skeptic's last score: {score} of 10.", { score })}`;
  return paragraph(say("Written by "), said(nameOf(debate, synthesizedBy)), `. ${ending}${scored}`);
}
