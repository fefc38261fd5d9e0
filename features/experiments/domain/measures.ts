/** The figures of one arm, from its cells. */

import { bootstrapMean, meanOf } from "../../../domain/base/statistics/bootstrap.ts";
import { effectiveVotes } from "../../../domain/base/statistics/effective-votes.ts";
import { type Proportion, proportionOf } from "../../../domain/base/statistics/wilson.ts";
import { answerKey } from "../../../domain/rules/answers/key.answers.ts";
import { addSpend, costUsdOf, NO_SPEND } from "../../../domain/shapes/state/costs.state.ts";
import type { AnswerRound, Cell } from "./experiment.ts";
import { agreementOf } from "./judged.experiment.ts";
import type { ArmRow } from "./schema.experiment.ts";

const MOST_ERRORS = 10;

export function armRow(input: { arm: string; cells: Cell[]; expectedCells: number; repetitions: number }): ArmRow {
  const { arm, cells, expectedCells, repetitions } = input;
  const done = cells.filter(({ status }) => status === "done");
  const failed = cells.filter(({ status }) => status === "failed");
  const known = [...done, ...failed].filter((cell) => isRight(cell) !== null);
  const answered = known.filter(({ answer }) => answer !== null);
  const shareBy = (of: Cell[], is: Is) => shareOfCells(of, { is, seed: arm, repetitions });
  const accuracy = shareBy(known, isRight);
  const spend = [...done, ...failed].map((cell) => cell.spend).reduce(addSpend, NO_SPEND);
  const costUsd = costUsdOf(spend);
  const perCorrect = (total: number | null) => (total === null || accuracy.count === 0 ? null : total / accuracy.count);
  const first = firstRound(done);
  return {
    arm,
    done: done.length,
    failed: failed.length,
    left: expectedCells - done.length - failed.length,
    errors: errorsOf(failed),
    accuracy,
    coverage: shareBy(known, ({ answer }) => answer !== null),
    accuracyAnswered: shareBy(answered, isRight),
    unanswered: done.filter(({ answer }) => answer === null).length,
    calls: spend.calls,
    inputTokens: spend.inputTokens,
    outputTokens: spend.outputTokens,
    costUsd,
    tokensPerCorrect: perCorrect(spend.inputTokens + spend.outputTokens),
    costUsdPerCorrect: perCorrect(costUsd),
    byRound: byRound(done),
    moves: movesOf(done),
    modalAdoption: modalAdoption(done),
    oracleGap: oracleGap(done),
    errorCorrelation: first.correlation,
    effectiveVotes: first.votes,
    wrongAnswers: wrongAnswersOf(done),
    ...agreementOf(done, arm),
  };
}

/** A cell that failed is wrong, as one without an answer is; null: the right answer is unknown, or it has not ended. */
export function isRight({ status, expected, correct }: Cell): boolean | null {
  if (status === "failed") return expected === null ? null : false;
  return status === "done" ? correct : null;
}

type Is = (cell: Cell) => boolean | null;

/** Repeated answers to one item are no sample of their own, so the interval is then that of the items. */
function shareOfCells(
  cells: Cell[],
  { is, seed, repetitions }: { is: Is; seed: string; repetitions: number },
): Proportion {
  const counted = proportionOf({ count: cells.filter(is).length, of: cells.length });
  if (repetitions === 1) return counted;
  const { low, high } = bootstrapMean([...byItem(cells, is).values()], { seed, within: [0, 1] });
  return { ...counted, low, high };
}

/** The share of right answers by item, over its repetitions. */
export function byItem(cells: Cell[], is: Is = isRight): Map<number, number> {
  const known = Map.groupBy(
    cells.filter((cell) => is(cell) !== null),
    ({ item }) => item,
  );
  return new Map([...known].map(([item, those]) => [item, meanOf(those.map((cell) => (is(cell) ? 1 : 0)))]));
}

/** Null: no cell failed. */
export function commonestError(cells: Cell[]): string | null {
  return errorsOf(cells.filter(({ status }) => status === "failed"))[0]?.error ?? null;
}

function errorsOf(failed: Cell[]): ArmRow["errors"] {
  const counted = [...Map.groupBy(failed, ({ error }) => error ?? "unknown")];
  return counted
    .map(([error, { length: count }]) => ({ error, count }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MOST_ERRORS);
}

/** Cells that ended early have fewer rounds, and count only in those. */
function byRound(done: Cell[]): ArmRow["byRound"] {
  const longest = Math.max(0, ...done.map(({ rounds }) => rounds.length));
  return Array.from({ length: longest }, (_, i) => {
    const right = done.flatMap(({ rounds }) => rounds[i]?.right ?? []);
    return proportionOf({ count: right.filter(Boolean).length, of: right.length });
  });
}

/** Each participant's first answer and its newest one. */
function movesOf(done: Cell[]): ArmRow["moves"] {
  const moves = { wrongToRight: 0, rightToWrong: 0, stayedRight: 0, stayedWrong: 0 };
  const several = done.filter(({ rounds }) => rounds.length > 1);
  for (const { rounds } of several) {
    const known = rounds.filter(({ right }) => right !== null);
    const byVoter = Map.groupBy(known.flatMap(votersIn), ({ who }) => who);
    for (const [first, ...later] of byVoter.values())
      if (first) moves[moveOf(first.right, (later.at(-1) ?? first).right)] += 1;
  }
  return several.length > 0 ? moves : null;
}

interface Voter {
  /** A participant, or a place where nobody has a name. */
  who: string | number;
  answer: string | null;
  right: boolean;
}

/** Somebody whose answer is missing in a round has no place there, so only names say whose an answer is. */
function votersIn({ by, answers, right }: AnswerRound): Voter[] {
  return answers.map((answer, i) => ({ who: by?.[i] ?? i, answer, right: right?.[i] ?? false }));
}

function moveOf(was: boolean, is: boolean): keyof NonNullable<ArmRow["moves"]> {
  if (was) return is ? "stayedRight" : "rightToWrong";
  return is ? "wrongToRight" : "stayedWrong";
}

/** Changes towards a plurality; a round whose plurality is tied has none to adopt. */
function modalAdoption(done: Cell[]): number | null {
  const changes = done.flatMap(({ rounds }) =>
    rounds.slice(1).flatMap((after, i) => changesBetween(rounds[i] as AnswerRound, after)),
  );
  return changes.length === 0 ? null : meanOf(changes.map((toMode) => (toMode ? 1 : 0)));
}

function changesBetween(before: AnswerRound, after: AnswerRound): boolean[] {
  const mode = modeOf(before.answers);
  if (mode === null) return [];
  const was = new Map(votersIn(before).map(({ who, answer }) => [who, answer]));
  return votersIn(after).flatMap(({ who, answer }) =>
    was.has(who) && was.get(who) !== answer ? [answer === mode] : [],
  );
}

function modeOf(answers: AnswerRound["answers"]): string | null {
  const given = answers.filter((answer) => answer !== null);
  const counts = [...Map.groupBy(given, (answer) => answer)].map(([answer, same]) => ({ answer, count: same.length }));
  const [first, second] = counts.toSorted((a, b) => b.count - a.count);
  return first && first.count !== second?.count ? first.answer : null;
}

function oracleGap(done: Cell[]): number | null {
  const known = done.flatMap(({ rounds, correct }) => {
    const right = rounds[0]?.right;
    return right && correct !== null ? [{ any: right.some(Boolean), correct }] : [];
  });
  if (known.length === 0) return null;
  return meanOf(known.map(({ any, correct }) => (any ? 1 : 0) - (correct ? 1 : 0)));
}

/** Of rounds in which nobody is missing, so that a place is always the same voter. */
function firstRound(done: Cell[]) {
  const rows = done.flatMap(({ rounds }) => (rounds[0]?.right ? [rounds[0].right.map((is) => !is)] : []));
  const most = Math.max(0, ...rows.map(({ length }) => length));
  return effectiveVotes(rows.filter(({ length }) => length === most));
}

/**
 * Of m wrong answers that are equally likely, two that are given independently are the same with probability 1/m (E. H.
 * Simpson, "Measurement of diversity", Nature 163 (1949), 688). Rounded up, since too small an m misleads weights.
 */
function wrongAnswersOf(done: Cell[]): number | null {
  const pairs = done.flatMap(({ rounds: [first] }) => {
    const voters = first ? votersIn(first) : [];
    const wrong = voters.flatMap(({ answer, right }) => (answer === null || right ? [] : [answerKey(answer)]));
    return first?.right ? wrong.flatMap((one, i) => wrong.slice(i + 1).map((other) => one === other)) : [];
  });
  const same = pairs.filter(Boolean).length;
  return same === 0 ? null : Math.ceil(pairs.length / same);
}
