import type { Debate } from "../../schemas/debate.ts";
import type { AnswerResult } from "../../schemas/result.ts";
import { type Block, heading, paragraph, quote, said } from "../blocks.ts";
import { nameOf } from "../names.ts";

export function answerSections(result: AnswerResult, debate: Debate): Block[] {
  return [heading(2, "Answer"), answerCredit(result, debate), quote(result.answer.text)];
}

export function answerCredit({ answer, endedBy }: AnswerResult, debate: Debate): Block {
  const { rounds, score, synthesizedBy } = answer;
  const ending = answer.earlyStopped
    ? `The skeptic was content after round ${rounds} of at most ${debate.maxRounds}.`
    : endedBy === "owner"
      ? `Its owner ended the debate in round ${rounds} of at most ${debate.maxRounds}.`
      : `The debate ran to its end, round ${rounds}.`;
  const scored = score === null ? "" : ` The skeptic's last score: ${score} of 10.`;
  return paragraph("Written by ", said(nameOf(debate, synthesizedBy)), `. ${ending}${scored}`);
}
