/**
 * What the bench answers: the majority of each order, and whether the orders agree. Counted apart from who argued better
 * (docs/design/debate.md#113-judging).
 */

import { isSameChoice } from "../rules/judges/ballot-answer.ts";
import type { AnswerForm } from "../shapes/schemas/answer-form.ts";
import type { BallotAnswer, CastBallot } from "../shapes/schemas/ballot.ts";
import type { BenchAnswer } from "../shapes/schemas/result.schema.ts";
import { readingOf } from "./twin-ballots.ts";

type Answering = Pick<CastBallot, "id" | "order" | "verdict">;

interface Given {
  ballot: Answering;
  answer: BallotAnswer;
}

/** `ballots`: valid ones. `form`: of the answers, where the debate has one. null: no ballot answers. */
export function benchAnswer(ballots: readonly Answering[], form?: AnswerForm): BenchAnswer | null {
  const given = ballots.flatMap((ballot): Given[] => {
    const { answer } = ballot.verdict;
    return answer ? [{ ballot, answer }] : [];
  });
  if (given.length === 0) return null;
  const majorities = [...Map.groupBy(given, ({ ballot }) => readingOf(ballot)).values()].map((read) =>
    majorityOf(read, form),
  );
  const [first] = majorities;
  const because = majorities.includes(undefined)
    ? ("no_majority" as const)
    : majorities.some((group) => !isAlike(group, first, form))
      ? ("orders" as const)
      : undefined;
  const agreed = because ? [] : given.filter(({ answer }) => isSameChoice(answer.choice, choiceOf(first), form));
  return {
    choice: because ? null : choiceOf(first),
    text: agreed[0]?.answer.text ?? null,
    probability: meanProbability(agreed),
    ...(because && { disputed: because }),
    given: groupsOf(given, form).map((alike) => ({
      choice: choiceOf(alike),
      ballots: alike.length,
      probability: meanProbability(alike),
    })),
  };
}

/** Those of the same answer, most first; undefined: no more than half agree. */
function majorityOf(given: Given[], form: AnswerForm | undefined): Given[] | undefined {
  const [most] = groupsOf(given, form);
  return most && most.length * 2 > given.length ? most : undefined;
}

function groupsOf(given: Given[], form: AnswerForm | undefined): Given[][] {
  const groups: Given[][] = [];
  for (const each of given) {
    const alike = groups.find((group) => isSameChoice(choiceOf(group), each.answer.choice, form));
    if (alike) alike.push(each);
    else groups.push([each]);
  }
  return groups.toSorted((a, b) => b.length - a.length);
}

function choiceOf(group: Given[] | undefined): string | null {
  return group?.[0]?.answer.choice ?? null;
}

function isAlike(one: Given[] | undefined, other: Given[] | undefined, form: AnswerForm | undefined): boolean {
  return isSameChoice(choiceOf(one), choiceOf(other), form);
}

/** 0–100, rounded to one decimal; null of nothing. */
function meanProbability(given: Given[]): number | null {
  const known = given.flatMap(({ ballot }) => ballot.verdict.probability ?? []);
  return known.length === 0 ? null : Math.round((known.reduce((a, b) => a + b, 0) / known.length) * 10) / 10;
}
