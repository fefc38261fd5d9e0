/** The cells of an experiment as rows, and as CSV. */

import { csvOf } from "../../../domain/base/text/csv.text.ts";
import { costUsdOf } from "../../../domain/shapes/state/costs.state.ts";
import type { Cell, Definition, Item } from "./experiment.ts";
import type { ResultRow } from "./schema.experiment.ts";

const COLUMNS = [
  "arm",
  "item",
  "repetition",
  "answer",
  "expected",
  "correct",
  "debate",
  "calls",
  "inputTokens",
  "outputTokens",
  "costUsd",
  "error",
] as const satisfies (keyof ResultRow)[];

/** Only cells with an outcome. */
export function rowsOf(
  { arms }: Pick<Definition, "arms">,
  { cells, items }: { cells: Cell[]; items: Item[] },
): ResultRow[] {
  return cells.flatMap((cell) =>
    cell.status === "started"
      ? []
      : [rowOf(cell, { arm: arms[cell.arm]?.name ?? "", item: items[cell.item]?.id ?? "" })],
  );
}

function rowOf({ spend, ...cell }: Cell, { arm, item }: { arm: string; item: string }): ResultRow {
  return {
    arm,
    item,
    repetition: cell.repetition,
    answer: cell.answer,
    expected: cell.expected,
    correct: cell.correct,
    debate: cell.debateId,
    calls: spend.calls,
    inputTokens: spend.inputTokens,
    outputTokens: spend.outputTokens,
    costUsd: costUsdOf(spend),
    error: cell.error,
  };
}

/** One line for each cell, with a header. */
export function resultsCsv(rows: ResultRow[]): string {
  return csvOf(
    [...COLUMNS],
    rows.map((row) => COLUMNS.map((column) => row[column])),
  );
}
