/** What a search found of the labelled questions, as figures. */
import { HALVES, KINDS, type Question } from "./read.ts";

/** How many passages a turn gets when the request does not say. */
export const USUAL = 8;
/** No passage beyond these is looked at. */
export const MOST = 20;

export interface Outcome {
  question: Pick<Question, "kind" | "half">;
  /** How many passages are right. */
  right: number;
  /** Of the first right passage, from 1; null: none was found. */
  rank: number | null;
}

/** The share of the questions that have a right passage among the first `k`. */
export function recallAt(k: number, outcomes: readonly Outcome[]): number {
  return mean(outcomes.map(({ rank }) => (rank !== null && rank <= k ? 1 : 0)));
}

/** The mean of 1 / rank of the first right passage; 0 for none. */
export function reciprocalRank(outcomes: readonly Outcome[]): number {
  return mean(outcomes.map(({ rank }) => (rank === null ? 0 : 1 / rank)));
}

/** The recall that is expected when `k` of all `passages` are drawn blindly. */
export function chanceAt(k: number, passages: number, outcomes: readonly Outcome[]): number {
  const places = Array.from({ length: k }, (_, drawn) => drawn);
  const missed = ({ right }: Outcome) =>
    places.reduce((chance, drawn) => (chance * (passages - right - drawn)) / (passages - drawn), 1);
  return 1 - mean(outcomes.map(missed));
}

/** Of all, of each kind and of each half. */
export function figureLines(outcomes: readonly Outcome[]): string[] {
  const rows: [string, readonly Outcome[]][] = [
    ["all", outcomes],
    ...KINDS.map((kind): [string, Outcome[]] => [kind, outcomes.filter(({ question }) => question.kind === kind)]),
    ...HALVES.map((half): [string, Outcome[]] => [half, outcomes.filter(({ question }) => question.half === half)]),
  ];
  return rows.map(([name, of]) => {
    const figures = [recallAt(1, of), recallAt(USUAL, of), reciprocalRank(of)].map((figure) => figure.toFixed(2));
    const [first, usual, reciprocal] = figures;
    const label = `${name} (${of.length})`.padEnd(16);
    return `    ${label} recall@1 ${first}, recall@${USUAL} ${usual}, MRR@${MOST} ${reciprocal}`;
  });
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}
