/** Counts answers: the plurality, with ties broken by a draw from a seed, so that a count is always the same. */
import { drawOne } from "../../base/statistics/random.ts";
import type { AnswerForm } from "../../shapes/schemas/answer-form.ts";
import { isSameAnswer } from "./same.ts";

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
  const given = answers.filter((answer) => answer !== null);
  const groups = groupsOf(given, { answerOf: (answer) => answer, form });
  const votes = Math.max(0, ...groups.map(({ of }) => of.length));
  const first = groups.filter(({ of }) => of.length === votes).map(({ answer }) => answer);
  if (first.length === 0) return { answer: null, votes: 0 };
  if (first.length === 1) return { answer: first[0] ?? null, votes };
  return { answer: drawOne(first.toSorted(), seed), votes, tied: first };
}

/** An answer joins the first group whose first answer is the same as it. */
export function groupsOf<T>(
  given: readonly T[],
  { answerOf, form }: { answerOf: (each: T) => string; form: AnswerForm },
): { answer: string; of: T[] }[] {
  const groups: { answer: string; of: T[] }[] = [];
  for (const each of given) {
    const answer = answerOf(each);
    const group = groups.find((known) => isSameAnswer(known.answer, answer, form));
    if (group) group.of.push(each);
    else groups.push({ answer, of: [each] });
  }
  return groups;
}
