/**
 * Writes CSV (RFC 4180) that no spreadsheet runs, whatever it takes for the separator of cells. Ours, since Papa Parse
 * guards only the beginning of a cell, and writes negative numbers as text.
 */

export type CsvValue = string | number | boolean | null;

/** With a header; null is an empty cell. */
export function csvOf(head: string[], rows: CsvValue[][]): string {
  const lines = [head, ...rows].map((row) => row.map(fieldOf).join(","));
  return `${lines.join("\r\n")}\r\n`;
}

function fieldOf(value: CsvValue): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const safe = withoutFormulas(value);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A spreadsheet takes a cell that begins so for a formula, and would run it. */
const FORMULA = /[=+\-@]/g;
/** Some drop these at a cell's beginning, and read on. */
const DROPPED = /^[\t\r\n]/;
const NUMBER = /^[-+]?\d+(?:\.\d+)?$/;
const WORD = /[\p{L}\p{N}]/u;

/** Quotes do not help: where `;` separates, a quote within a cell is a letter. */
function withoutFormulas(text: string): string {
  // A negative number is no formula.
  if (NUMBER.test(text)) return text;
  const safe = text.replace(FORMULA, (sign, at: number) => (mayBegin(text, at) ? `'${sign}` : sign));
  return DROPPED.test(safe) ? `'${safe}` : safe;
}

/** Whether a cell may begin at this sign. Any character but a letter or digit may separate; a dash between words does not. */
function mayBegin(text: string, at: number): boolean {
  const before = text[at - 1] ?? "";
  if (WORD.test(before) || /[=+\-@]/.test(before)) return false;
  const isBetweenWords = before === " " && WORD.test(text[at - 2] ?? "") && text[at + 1] === " ";
  return !isBetweenWords;
}
