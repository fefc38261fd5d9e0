/** The figures of one arm, from its cells. */

import { bootstrapMean, meanOf } from "../../../domain/base/statistics/bootstrap.ts";
import { effectiveVotes } from "../../../domain/base/statistics/effective-votes.ts";
import { type Proportion, proportionOf } from "../../../domain/base/statistics/wilson.ts";
import { addSpend, costUsdOf, NO_SPEND } from "../../../domain/shapes/state/costs.state.ts";
import type { AnswerRound, Cell } from "./experiment.ts";
import { agreementOf } from "./judged.experiment.ts";
import type { ArmRow } from "./schema.experiment.ts";

const MOST_ERRORS = 10;

export function armRow(input: { arm: string; cells: Cell[]; expectedCells: number; repetitions: number }): ArmRow {
  const { arm, cells, expectedCells, repetitions } = input;
  const done = cells.filter(({ status }) => status === "done");
  const failed = cells.filter(({ status }) => status === "failed");
  const accuracy = accuracyOf(done, { arm, repetitions });
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
    ...agreementOf(done),
  };
}

/** Repeated answers to one item are no sample of their own, so the interval is then that of the items. */
function accuracyOf(done: Cell[], { arm, repetitions }: { arm: string; repetitions: number }): Proportion {
  const known = done.filter(({ correct }) => correct !== null);
  const counted = proportionOf({ count: known.filter(({ correct }) => correct).length, of: known.length });
  if (repetitions === 1 || known.length === 0) return counted;
  const { low, high } = bootstrapMean([...byItem(known).values()], arm);
  return { ...counted, low, high };
}

/** The share of right answers by item, over its repetitions. */
export function byItem(cells: Cell[]): Map<number, number> {
  const known = Map.groupBy(
    cells.filter(({ correct }) => correct !== null),
    ({ item }) => item,
  );
  return new Map([...known].map(([item, those]) => [item, meanOf(those.map(({ correct }) => (correct ? 1 : 0)))]));
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

function movesOf(done: Cell[]): ArmRow["moves"] {
  const moves = { wrongToRight: 0, rightToWrong: 0, stayedRight: 0, stayedWrong: 0 };
  const several = done.filter(({ rounds }) => rounds.length > 1);
  for (const { rounds } of several) {
    const [before, after] = [rounds[0]?.right ?? [], rounds.at(-1)?.right ?? []];
    for (const [i, was] of before.entries()) moves[moveOf(was, after[i] ?? false)] += 1;
  }
  return several.length > 0 ? moves : null;
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
  return after.answers.flatMap((answer, i) => (answer === before.answers[i] ? [] : [answer === mode]));
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

function firstRound(done: Cell[]) {
  return effectiveVotes(done.flatMap(({ rounds }) => (rounds[0]?.right ? [rounds[0].right.map((is) => !is)] : [])));
}
