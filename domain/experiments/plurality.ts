/** Counts answers: the plurality, with ties broken by a draw from a seed, so that a count is always the same. */
import { drawOne } from "../statistics/random.ts";
import { type AnswerForm, isSameAnswer } from "./answers.ts";

export interface Plurality {
  /** null: nobody answered. */
  answer: string | null;
  votes: number;
  /** The answers that had equally many votes; missing: there was no tie. */
  tied?: string[];
}

export function pluralityOf(
  answers: readonly (string | null)[],
  { form, seed }: { form: AnswerForm; seed: string },
): Plurality {
  const groups = groupsOf(answers, form);
  const votes = Math.max(0, ...groups.map((group) => group.votes));
  const first = groups.filter((group) => group.votes === votes).map(({ answer }) => answer);
  if (first.length === 0) return { answer: null, votes: 0 };
  if (first.length === 1) return { answer: first[0] ?? null, votes };
  return { answer: drawOne(first.toSorted(), seed), votes, tied: first };
}

/** An answer joins the first group whose first answer is the same as it. */
function groupsOf(answers: readonly (string | null)[], form: AnswerForm): { answer: string; votes: number }[] {
  const groups: { answer: string; votes: number }[] = [];
  for (const answer of answers) {
    if (answer === null) continue;
    const group = groups.find((each) => isSameAnswer(each.answer, answer, form));
    if (group) group.votes += 1;
    else groups.push({ answer, votes: 1 });
  }
  return groups;
}
