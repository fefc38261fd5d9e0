/** Counts a question's answers, round by round. No model counts anything. */

import { proportionOf } from "../../base/statistics/wilson.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { AnswerForm } from "../../shapes/schemas/answer-form.ts";
import type { AnswerGroups, Plurality, RoundOfAnswers } from "../../shapes/schemas/plurality.schema.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import { groupsOf } from "./plurality.answers.ts";
import { isSameAnswer, textKey } from "./same.ts";
import { isWithin } from "./within.answers.ts";

interface Counting {
  config: Pick<DebateConfig, "answers" | "expected" | "accuracies" | "participants">;
  turns: readonly Turn[];
  /** Answers in free text that say the same; null: their words alone are compared. */
  groups: AnswerGroups["groups"] | null;
}

/** `name`: the answer as it counts. */
type Given = { participantId: string; turnId: string; name: string; confidence: number; weight: number };

/** Throws where the debate has no form of answers. */
export function countRounds({ config, turns, groups }: Counting): Plurality {
  const { answers: form, expected, accuracies, participants } = config;
  if (!form) throw new Error("a question needs the form of its answers");
  const nameOf = namesBy(groups);
  const right = expected === undefined ? null : { answer: nameOf(expected), form };
  const seatOf = (id: string) => participants.findIndex((participant) => participant.id === id);
  const given = turns
    .flatMap(({ id: turnId, participantId, round, status, answer }) =>
      answer && status === "whole"
        ? [
            {
              round,
              participantId,
              turnId,
              name: nameOf(answer.answer),
              confidence: answer.confidence,
              weight: weightOf(accuracies?.[participantId], form),
            },
          ]
        : [],
    )
    .toSorted((a, b) => a.round - b.round || seatOf(a.participantId) - seatOf(b.participantId));
  const last = newest(given);
  const rounds = [...Map.groupBy(given, ({ round }) => round)].map(([round, of]) =>
    roundOf({ round, of, form, right }),
  );
  const { groups: _groups, ...counted } = count(last, form);
  return {
    answers: form,
    ...counted,
    asked: participants.length,
    answered: last.length,
    rounds,
    ...(expected !== undefined && right && { expected: compared({ expected, right, given, last, counted }) }),
  };
}

/** The name of an answer's group; its own text where there are no groups. */
function namesBy(groups: Counting["groups"]): (answer: string) => string {
  const names = new Map(
    (groups ?? []).flatMap(({ answer, members }) => members.map((text) => [textKey(text), answer])),
  );
  return (answer) => names.get(textKey(answer)) ?? answer;
}

function newest(given: readonly Given[]): Given[] {
  return [...new Map(given.map((each) => [each.participantId, each])).values()];
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

type Counted = Pick<RoundOfAnswers, "answer" | "tied" | "share" | "interval" | "groups">;

/** The heaviest group wins. */
function count(given: readonly Given[], form: AnswerForm): Counted {
  const groups = groupsOf(given, { answerOf: ({ name }) => name, weightOf: ({ weight }) => weight, form }).map(
    ({ answer, of }) => {
      return { answer, count: of.length, weight: of.reduce((sum, { weight }) => sum + weight, 0) };
    },
  );
  const inOrder = groups.toSorted((a, b) => b.weight - a.weight);
  const most = inOrder[0]?.weight ?? 0;
  const first = inOrder.filter(({ weight }) => isWithin(weight, most, 0));
  const tied = first.map(({ answer }) => answer);
  const { share, low, high } = proportionOf({ count: first[0]?.count ?? 0, of: given.length });
  return {
    answer: tied.length === 1 ? (tied[0] ?? null) : null,
    ...(tied.length > 1 && { tied }),
    share,
    interval: low === null || high === null ? null : { low, high },
    groups: inOrder.map(({ weight: _weight, ...group }) => group),
  };
}

/**
 * What an answer counts: 1 where nothing is known, else the log-odds of being right, by which independent voters are best
 * counted (S. Nitzan and J. Paroush, "Optimal decision rules in uncertain dichotomous choice situations", International
 * Economic Review 23 (1982), 289–297), against chance among the options of a choice. Nobody counts less than nothing.
 */
function weightOf(accuracy: number | undefined, form: AnswerForm): number {
  if (accuracy === undefined) return 1;
  const wrongs = form.type === "choice" ? form.options.length - 1 : 1;
  return Math.max(0, Math.log((accuracy * wrongs) / (1 - accuracy)));
}

function compared(input: {
  expected: string;
  right: Right;
  given: readonly Given[];
  last: readonly Given[];
  counted: Pick<Counted, "answer">;
}): NonNullable<Plurality["expected"]> {
  const { expected, right, given, last, counted } = input;
  const moves = { wrongToRight: 0, rightToWrong: 0, stayedRight: 0, stayedWrong: 0 };
  for (const end of last) {
    const start = given.find(({ participantId }) => participantId === end.participantId) ?? end;
    const [before, after] = [isRight(start, right), isRight(end, right)];
    moves[before ? (after ? "stayedRight" : "rightToWrong") : after ? "wrongToRight" : "stayedWrong"] += 1;
  }
  const isKnown = counted.answer !== null;
  return { answer: expected, right: isKnown ? isRight({ name: counted.answer ?? "" }, right) : null, moves };
}
