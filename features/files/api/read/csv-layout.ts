/** How a table is written: what separates its columns, and which lines stand before their names. */
import Papa from "papaparse";

export interface Layout {
  /** Without the line that names the delimiter. */
  table: string;
  delimiter: string;
  /** Of most rows. */
  columns: number;
  /** Rows before the one with the columns' names, such as a title. */
  before: number;
}

/** Commas stand in texts and numbers too, so they come last. */
const DELIMITERS = ["\t", ";", "|", ","];
/** The first line that Excel takes, such as `sep=;`. */
const NAMED = /^\s*"?sep=([^"\r\n])"?[\t ;,|]*(?:\r\n|\r|\n|$)/i;
/** Rows that tell it. */
const SAMPLE = 200;
const MOST_BEFORE = 20;

export function layoutOf(text: string): Layout {
  const named = NAMED.exec(text);
  const table = named ? text.slice(named[0].length) : text;
  const found = (named?.[1] ? [named[1]] : DELIMITERS).map((delimiter) => tried(table, delimiter));
  const best = found.reduce((one, other) => (other.regular > one.regular ? other : one));
  const { delimiter, columns, rows, regular } = best;
  if (regular === 0) return { table, delimiter: named?.[1] ?? ",", columns: 1, before: 0 };
  const header = rows.slice(0, MOST_BEFORE + 1).findIndex((row) => !isBeside(row, columns));
  return { table, delimiter, columns, before: Math.max(header, 0) };
}

interface Tried {
  delimiter: string;
  rows: string[][];
  /** The most frequent number beyond one. */
  columns: number;
  /** Rows that have it; 0 for a delimiter that splits what is quoted. */
  regular: number;
}

function tried(table: string, delimiter: string): Tried {
  const { data: rows, errors } = Papa.parse<string[]>(table, { delimiter, preview: SAMPLE, skipEmptyLines: "greedy" });
  const counts = new Map<number, number>();
  for (const { length } of rows) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [[columns, regular] = [1, 0]] = [...counts].toSorted(([, one], [, other]) => other - one);
  return { delimiter, rows, columns, regular: errors.some(({ type }) => type === "Quotes") ? 0 : regular };
}

/** A title, a date or a note: a row with nothing beyond its first value, or with few of the columns. */
function isBeside(row: string[], columns: number): boolean {
  const [first = "", ...others] = row.map((value) => value.trim());
  const filled = others.filter(Boolean).length;
  return (first !== "" && filled === 0) || (row.length < columns && (filled + 1) * 2 <= columns);
}
