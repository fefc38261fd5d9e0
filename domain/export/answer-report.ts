/** An answer's part of a report. */
import type { AnswerResult, Debate } from "../schemas.ts";
import { inline, quote } from "./markdown-text.ts";
import { nameOf } from "./names.ts";

export function answerSections({ answer, endedBy }: AnswerResult, debate: Debate): string[] {
  const { rounds, score, synthesizedBy } = answer;
  const ending = answer.earlyStopped
    ? `The skeptic was content after round ${rounds} of at most ${debate.maxRounds}.`
    : endedBy === "owner"
      ? `Its owner ended the debate in round ${rounds} of at most ${debate.maxRounds}.`
      : `The debate ran to its end, round ${rounds}.`;
  const scored = score === null ? "" : ` The skeptic's last score: ${score} of 10.`;
  return ["## Answer", `Written by ${inline(nameOf(debate, synthesizedBy))}. ${ending}${scored}`, quote(answer.text)];
}
