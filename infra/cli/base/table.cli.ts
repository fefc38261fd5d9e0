/** A table for the terminal: a header, then rows. */
import { plainLine } from "./terminal.ts";

interface Table {
  /** The header. A name in `figures` is right-aligned. */
  head: string[];
  figures?: string[];
  rows: string[][];
}

/** Ends with a line break. Control characters and line breaks of cells are removed. */
export function tableText({ head, figures = [], rows }: Table): string {
  const all = [head, ...rows.map((row) => row.map(plainLine))];
  const widths = head.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  const cellOf = (text: string, at: number) =>
    figures.includes(head[at] ?? "") ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0);
  return all.map((row) => `${row.map(cellOf).join("  ").trimEnd()}\n`).join("");
}

export interface Columns<Item> {
  /** By their heads: a field, or what is made of the item. Numbers are right-aligned, and the columns in `figures`. */
  columns: Record<string, keyof Item | ((item: Item) => string | number | null)>;
  figures?: string[];
}

/** A row an item. */
export function columnsText<Item>(items: Item[], { columns, figures = [] }: Columns<Item>): string {
  const head = Object.keys(columns);
  const rows = items.map((item) =>
    Object.values(columns).map((of) => (typeof of === "function" ? of(item) : item[of]) ?? "-"),
  );
  const isFigure = (name: string, at: number) =>
    figures.includes(name) || rows.some((row) => typeof row[at] === "number");
  return tableText({ head, figures: head.filter(isFigure), rows: rows.map((row) => row.map(String)) });
}
