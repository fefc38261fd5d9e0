/**
 * The debate after a vote that stayed close: one answer of each kind stands in the prompt, and the speaker settles between
 * them. Nothing says which of them is its own, or how many gave which: models defend what is marked as theirs
 * (arXiv 2510.07517), and follow the larger number.
 */

import { scatter } from "../../base/statistics/scatter.ts";
import { answerKey } from "../../rules/answers/key.answers.ts";
import { campsDebating } from "../../rules/answers/vote.answers.ts";
import type { QuestionPlan } from "../../shapes/plan/plan.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import type { TurnSpec } from "../../shapes/state/steps.ts";

/** The task begins with this. */
export const SETTLE = "Settle this question";

/** How it is told what to write as its reasons. */
export const WHERE_THEY_PART =
  "the first step at which the workings above part, which of them is right there and why, and what follows from it, in at most 200 words. Work out here first what has to be worked out.";

/** After the number of the round. */
export const PARTING = [
  "The answers above differ. Each stands for all that were the same, and the order says nothing. Those who gave them know no more than you.",
  "Find the first step at which their workings part, and check that step yourself. An answer is not right because of how it is told, and all of them may be wrong.",
].join(" ");

interface Debating {
  question: QuestionPlan;
  participants: number;
  turn: Pick<TurnSpec, "id">;
}

/**
 * The newest answer for each camp: of whoever spoke for it in the debate, else the first that was given in the vote. In an
 * order of its own for each turn.
 */
export function partingAnswers(seen: readonly Turn[], { question, participants, turn }: Debating): Turn[] {
  const answered = seen.flatMap((each) => (each.answer ? [{ turn: each, key: answerKey(each.answer.answer) }] : []));
  const bought = answered.filter(({ turn: { round } }) => round === 1);
  const newest = campsDebating(bought, { ...question, participants }).flatMap(({ of }, i) => {
    const spoken = answered.findLast(({ turn: { round, index } }) => round > 1 && index === i + 1);
    return spoken?.turn ?? of[0]?.turn ?? [];
  });
  // In a later round some may have come to agree.
  const distinct = [...new Map(newest.map((each) => [answerKey(each.answer?.answer ?? ""), each])).values()];
  return distinct.toSorted((a, b) => scatter(`${turn.id} ${a.id}`) - scatter(`${turn.id} ${b.id}`));
}
