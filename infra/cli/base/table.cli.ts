/** A table for the terminal: a header, then rows. */
import { tableText as aligned } from "../../../domain/base/text/table.text.ts";
import { plainLine } from "./terminal.ts";

/** Ends with a line break. Control characters and line breaks of cells are removed. */
export function tableText({ rows, ...table }: Parameters<typeof aligned>[0]): string {
  return aligned({ ...table, rows: rows.map((row) => row.map(plainLine)) });
}
