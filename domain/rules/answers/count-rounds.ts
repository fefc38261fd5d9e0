/** Counts a question's answers, round by round. No model counts anything. */

import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { AnswerForm } from "../../shapes/schemas/answer-form.ts";
import type { AnswerGroups, Plurality, RoundOfAnswers } from "../../shapes/schemas/plurality.schema.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import { answerKey } from "./key.answers.ts";
import { groupsOf } from "./plurality.answers.ts";
import { isSameAnswer, textKey } from "./same.ts";
import { countVote, votedOf } from "./vote-count.ts";
import { isWithin } from "./within.answers.ts";

interface Counting {
  config: Pick<DebateConfig, "answers" | "expected" | "accuracies" | "participants" | "question" | "maxRounds">;
  turns: readonly Turn[];
  /** Answers in free text that say the same; null: their words alone are compared. */
  groups: AnswerGroups["groups"] | null;
}

/** `name`: the answer as it counts. */
interface Given {
  round: number;
  index: number;
  participantId: string;
  turnId: string;
  name: string;
  key: string;
  confidence: number;
  weight: number;
}

/** Throws where the debate has no form of answers. */
export function countRounds({ config, turns, groups }: Counting): Plurality {
  const { answers: form, expected, accuracies, participants, question } = config;
  if (!form) throw new Error("a question needs the form of its answers");
  const nameOf = namesBy(groups);
  const right = expected === undefined ? null : { answer: nameOf(expected), form };
  const seatOf = (id: string) => participants.findIndex((participant) => participant.id === id);
  const given = turns
    .flatMap(({ id: turnId, participantId, round, index, status, answer }): Given[] =>
      answer && status === "whole"
        ? [
            {
              round,
              index,
              participantId,
              turnId,
              name: nameOf(answer.answer),
              key: answerKey(answer.answer),
              confidence: answer.confidence,
              weight: weightOf(accuracies?.[participantId], form),
            },
          ]
        : [],
    )
    .toSorted((a, b) =>
      question?.vote
        ? a.round - b.round || a.index - b.index
        : a.round - b.round || seatOf(a.participantId) - seatOf(b.participantId),
    );
  const hasMajority = (answers: readonly Given[]) => 2 * (count(answers, form).groups[0]?.count ?? 0) > answers.length;
  const { last, moves, settled } = question?.vote
    ? countVote(given, { question, participants, hasMajority })
    : everyonesNewest(given);
  const vote = question && votedOf({ ...config, question }, { given, turns, settled });
  const rounds = [...Map.groupBy(given, ({ round }) => round)].map(([round, of]) =>
    roundOf({ round, of, form, right }),
  );
  const { groups: _groups, ...counted } = count(last, form);
  return {
    answers: form,
    ...counted,
    asked: vote ? (settled ? moves.length : vote.bought) : participants.length,
    answered: last.length,
    rounds,
    ...(vote && { vote }),
    ...(expected !== undefined && right && { expected: compared({ expected, right, moves, counted }) }),
  };
}

/** The name of an answer's group; its own text where there are no groups. */
function namesBy(groups: Counting["groups"]): (answer: string) => string {
  const names = new Map(
    (groups ?? []).flatMap(({ answer, members }) => members.map((text) => [textKey(text), answer])),
  );
  return (answer) => names.get(textKey(answer)) ?? answer;
}

/** Each participant's newest answer counts. */
function everyonesNewest(given: readonly Given[]): ReturnType<typeof countVote<Given>> {
  const last = [...new Map(given.map((each) => [each.participantId, each])).values()];
  const startOf = (end: Given) => given.find(({ participantId }) => participantId === end.participantId) ?? end;
  return { last, moves: last.map((end) => ({ start: startOf(end), end })) };
}

interface Right {
  answer: string;
  form: AnswerForm;
}

function isRight({ name }: Pick<Given, "name">, { answer, form }: Right): boolean {
  return isSameAnswer(name, answer, form);
}

function roundOf(input: { round: number; of: Given[]; form: AnswerForm; right: Right | null }): RoundOfAnswers {
  const { round, of, form, right } = input;
  const given = of.map(({ participantId, turnId, name: answer, confidence }) => ({
    participantId,
    turnId,
    answer,
    confidence,
    right: right && isRight({ name: answer }, right),
  }));
  return { round, ...count(of, form), given };
}

type Counted = Pick<RoundOfAnswers, "answer" | "tied" | "share" | "groups">;

/** The heaviest group wins; of groups that weigh the same, the larger one. */
function count(given: readonly Given[], form: AnswerForm): Counted {
  const groups = groupsOf(given, { answerOf: ({ name }) => name, weightOf: ({ weight }) => weight, form }).map(
    ({ answer, of }) => {
      return { answer, count: of.length, weight: of.reduce((sum, { weight }) => sum + weight, 0) };
    },
  );
  const inOrder = groups.toSorted((a, b) =>
    isWithin(a.weight, b.weight, 0) ? b.count - a.count : b.weight - a.weight,
  );
  const [top] = inOrder;
  const first = inOrder.filter((each) => top && each.count === top.count && isWithin(each.weight, top.weight, 0));
  const tied = first.map(({ answer }) => answer);
  return {
    answer: tied.length === 1 ? (tied[0] ?? null) : null,
    ...(tied.length > 1 && { tied }),
    share: top ? top.count / given.length : null,
    groups: inOrder.map(({ weight: _weight, ...group }) => group),
  };
}

/** Where nobody says how many wrong answers are plausible: as many as the longest choice has. */
const MANY_WRONG = 25;

/**
 * What an answer counts: 1 where nothing is known, else log(p·m/(1 − p)) of a participant that is right with probability p
 * and else gives one of m plausible wrong answers. For m = 1 it is the log-odds, by which independent voters are best
 * counted (S. Nitzan and J. Paroush, "Optimal decision rules in uncertain dichotomous choice situations", International
 * Economic Review 23 (1982), 289–297). Nobody counts less than nothing.
 *
 * Too large an m only brings the weights nearer to one another, up to plain counting. With one that is too small, a single
 * answer wrongly beats several that agree. So m is the largest that is plausible where it is not given.
 */
function weightOf(accuracy: number | undefined, form: AnswerForm): number {
  if (accuracy === undefined) return 1;
  const wrongs = form.type === "choice" ? form.options.length - 1 : (form.wrongAnswers ?? MANY_WRONG);
  return Math.max(0, Math.log((accuracy * wrongs) / (1 - accuracy)));
}

function compared(input: {
  expected: string;
  right: Right;
  moves: readonly { start: Given; end: Given }[];
  counted: Pick<Counted, "answer">;
}): NonNullable<Plurality["expected"]> {
  const { expected, right, counted } = input;
  const moves = { wrongToRight: 0, rightToWrong: 0, stayedRight: 0, stayedWrong: 0 };
  for (const { start, end } of input.moves) {
    const [before, after] = [isRight(start, right), isRight(end, right)];
    moves[before ? (after ? "stayedRight" : "rightToWrong") : after ? "wrongToRight" : "stayedWrong"] += 1;
  }
  const isKnown = counted.answer !== null;
  return { answer: expected, right: isKnown ? isRight({ name: counted.answer ?? "" }, right) : null, moves };
}
