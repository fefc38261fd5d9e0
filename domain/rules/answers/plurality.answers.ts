/** Counts answers: the plurality, with ties broken by a draw from a seed, so that a count is always the same. */
import { drawOne } from "../../base/statistics/random.ts";
import type { AnswerForm } from "../../shapes/schemas/answer-form.ts";
import { textKey } from "./same.ts";
import { isWithin } from "./within.answers.ts";

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

interface Grouping<T> {
  answerOf: (each: T) => string;
  /** undefined: answers are ids, and compared as they are. */
  form: AnswerForm | undefined;
  /** What it counts; 1 when left out. */
  weightOf?: (each: T) => number;
}

/** The same groups in the same order, whoever sits where. */
export function groupsOf<T>(given: readonly T[], grouping: Grouping<T>): { answer: string; of: T[] }[] {
  return grouping.form?.type === "number" ? groupsOfNumbers(given, grouping) : groupsOfTexts(given, grouping);
}

/** Named by the commonest spelling; of a choice in the order of its options. */
function groupsOfTexts<T>(given: readonly T[], { answerOf, form }: Grouping<T>): { answer: string; of: T[] }[] {
  const keyOf = form ? textKey : (id: string) => id;
  const groups = [...Map.groupBy(given, (each) => keyOf(answerOf(each))).values()].map((of) => ({
    answer: commonest(of.map(answerOf)),
    of,
  }));
  const options = form?.type === "choice" ? form.options.map(textKey) : [];
  const placeOf = ({ answer }: { answer: string }) => options.indexOf(textKey(answer));
  return groups.toSorted((a, b) => placeOf(a) - placeOf(b) || inOrder(a.answer, b.answer));
}

function commonest(texts: string[]): string {
  const counts = [...Map.groupBy(texts, (text) => text)].toSorted(
    ([one, a], [other, b]) => b.length - a.length || inOrder(one, other),
  );
  return counts[0]?.[0] ?? "";
}

function inOrder(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

/**
 * No two in a group differ by more than the tolerance. The heaviest such group is taken first, of equal ones the closest,
 * then the lowest, and so on with the rest. A group is named by its median.
 */
function groupsOfNumbers<T>(given: readonly T[], { answerOf, form, weightOf = () => 1 }: Grouping<T>) {
  const tolerance = form?.type === "number" ? (form.tolerance ?? 0) : 0;
  const valueOf = (each: T) => Number(answerOf(each));
  const groups: { answer: string; of: T[] }[] = [];
  let left = given.toSorted((a, b) => valueOf(a) - valueOf(b));
  while (left.length > 0) {
    const windows = left.map((first, from) => {
      const to = left.findLastIndex((each) => isWithin(valueOf(first), valueOf(each), tolerance));
      const of = left.slice(from, to + 1);
      const spread = valueOf(of.at(-1) as T) - valueOf(first);
      return { from, of, spread, weight: of.reduce((sum, each) => sum + weightOf(each), 0) };
    });
    const [best] = windows.toSorted((a, b) => b.weight - a.weight || a.spread - b.spread || a.from - b.from);
    const { from, of } = best as (typeof windows)[number];
    groups.push({ answer: answerOf(of[Math.floor((of.length - 1) / 2)] as T), of });
    left = left.toSpliced(from, of.length);
  }
  return groups;
}
