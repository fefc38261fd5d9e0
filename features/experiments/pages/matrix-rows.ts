/** Outcomes as a matrix: a row for each item in each repetition, a column for each arm. Pure. */
import type { ExperimentItem, ResultRow } from "../domain/schema.experiment.ts";

export interface MatrixRow {
  item: string;
  question: string;
  repetition: number;
  expected: string | null;
  /** By the arm's place; undefined: it has no outcome. */
  cells: (ResultRow | undefined)[];
}

export const KINDS = ["all", "disagree", "wrong", "failed"] as const;
export type Kind = (typeof KINDS)[number];

/** Which rows are shown. `arm`: the kind is asked of this arm alone. */
export interface Filter {
  kind: Kind;
  arm: string | null;
}

/** In the order of the items, then of the repetitions. Items without an outcome have no row. */
export function rowsOf(
  results: ResultRow[],
  { arms, items }: { arms: string[]; items: ExperimentItem[] },
): MatrixRow[] {
  const places = new Map(arms.map((arm, place) => [arm, place]));
  const order = new Map(items.map(({ id }, place) => [id, place]));
  const questions = new Map(items.map(({ id, question }) => [id, question]));
  const rows = new Map<string, MatrixRow>();
  for (const cell of results) {
    const { item, repetition, expected } = cell;
    const place = places.get(cell.arm);
    if (place === undefined) continue;
    const name = `${item} ${repetition}`;
    const row = rows.get(name) ?? { item, question: questions.get(item) ?? item, repetition, expected, cells: [] };
    row.cells[place] = cell;
    rows.set(name, row);
  }
  const placeOf = ({ item }: MatrixRow) => order.get(item) ?? 0;
  return [...rows.values()].toSorted((a, b) => placeOf(a) - placeOf(b) || a.repetition - b.repetition);
}

/**
 * `disagree`: two arms gave different answers, or with `arm` that arm's answer is not the first arm's. `wrong`: an answer is
 * not the expected one. `failed`: a cell failed.
 */
export function fits({ cells }: MatrixRow, { kind, arm }: Filter): boolean {
  if (kind === "all") return true;
  const ended = cells.filter((cell) => cell !== undefined);
  const asked = arm === null ? ended : ended.filter((cell) => cell.arm === arm);
  if (kind === "failed") return asked.some(({ error }) => error !== null);
  if (kind === "wrong") return asked.some(({ correct }) => correct === false);
  const [first] = cells;
  const beside = arm === null ? ended : [...asked, ...(first && asked.length > 0 ? [first] : [])];
  return new Set(beside.filter(({ error }) => error === null).map(({ answer }) => answer)).size > 1;
}
