/** The cells of an experiment as rows, and as CSV. */
import { costUsdOf } from "../budget/costs.ts";
import type { Cell, Definition, Item } from "./experiment.ts";
import type { ResultRow } from "./schema.ts";

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

/** RFC 4180, with a header. */
export function csvOf(rows: ResultRow[]): string {
  const lines = rows.map((row) => COLUMNS.map((column) => fieldOf(row[column])).join(","));
  return `${[COLUMNS.join(","), ...lines].join("\r\n")}\r\n`;
}

/** A spreadsheet takes a text that begins so for a formula, and would run it. */
const FORMULA = /^[=+\-@\t\r\n]/;

function fieldOf(value: string | number | boolean | null): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  // A negative number is no formula.
  const isFormula = FORMULA.test(value) && !/^[-+]?\d+(?:\.\d+)?$/.test(value);
  const safe = isFormula ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
