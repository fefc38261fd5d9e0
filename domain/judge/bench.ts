/**
 * What the bench answers: the majority of each order, and whether the orders agree. Counted apart from who argued better
 * (docs/design/debate.md#113-judging).
 */

import { groupsOf } from "../rules/answers/plurality.answers.ts";
import { isSameChoice } from "../rules/judges/ballot-answer.ts";
import type { AnswerForm } from "../shapes/schemas/answer-form.ts";
import type { BallotAnswer, CastBallot } from "../shapes/schemas/ballot.ts";
import type { BenchAnswer } from "../shapes/schemas/result.schema.ts";
import { readingOf } from "./twin-ballots.ts";

type Answering = Pick<CastBallot, "id" | "order" | "verdict">;

interface Given extends BallotAnswer {
  ballot: Answering;
}

/** `ballots`: valid ones. `form`: of the answers, where the debate has one. null: no ballot answers. */
export function benchAnswer(ballots: readonly Answering[], form?: AnswerForm): BenchAnswer | null {
  const given = ballots.flatMap((ballot): Given[] => {
    const { answer } = ballot.verdict;
    return answer ? [{ ballot, choice: answer.choice, text: answer.text }] : [];
  });
  if (given.length === 0) return null;
  const majorities = [...Map.groupBy(given, ({ ballot }) => readingOf(ballot)).values()].map((read) =>
    majorityOf(read, form),
  );
  const agreeing = grouped(
    majorities.filter((majority) => majority !== undefined),
    form,
  );
  const because = majorities.includes(undefined) ? "no_majority" : agreeing.length > 1 ? "orders" : undefined;
  const choice = because ? null : (agreeing[0]?.choice ?? null);
  const agreed = because ? [] : given.filter((each) => isSameChoice(each.choice, choice, form));
  return {
    choice,
    text: agreed[0]?.text ?? null,
    probability: meanProbability(agreed),
    ...(because && { disputed: because }),
    given: grouped(given, form).map((alike) => ({
      choice: alike.choice,
      ballots: alike.of.length,
      probability: meanProbability(alike.of),
    })),
  };
}

/** Those of the same answer; undefined: no more than half agree. */
function majorityOf(given: Given[], form: AnswerForm | undefined): Group<Given> | undefined {
  const [most] = grouped(given, form);
  return most && most.of.length * 2 > given.length ? most : undefined;
}

interface Group<T> {
  choice: string | null;
  of: T[];
}

/** Most first; of as many, none of the choices last. */
function grouped<T extends Pick<Given, "choice">>(given: T[], form: AnswerForm | undefined): Group<T>[] {
  const [answering, none] = [
    given.filter(({ choice }) => choice !== null),
    given.filter(({ choice }) => choice === null),
  ];
  const groups: Group<T>[] = groupsOf(answering, { answerOf: ({ choice }) => choice ?? "", form }).map(
    ({ answer: choice, of }) => ({ choice, of }),
  );
  return [...groups, ...(none.length > 0 ? [{ choice: null, of: none }] : [])].toSorted(
    (a, b) => b.of.length - a.of.length,
  );
}

/** 0–100, rounded to one decimal; null of nothing. */
function meanProbability(given: Given[]): number | null {
  const known = given.flatMap(({ ballot }) => ballot.verdict.probability ?? []);
  return known.length === 0 ? null : Math.round((known.reduce((a, b) => a + b, 0) / known.length) * 10) / 10;
}
