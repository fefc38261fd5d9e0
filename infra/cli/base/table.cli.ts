/** A table for the terminal: a header, then rows. */
import { tableText as aligned } from "../../../domain/base/text/table.text.ts";
import { plainLine } from "./terminal.ts";

/** Ends with a line break. Control characters and line breaks of cells are removed. */
export function tableText({ rows, ...table }: Parameters<typeof aligned>[0]): string {
  return aligned({ ...table, rows: rows.map((row) => row.map(plainLine)) });
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
