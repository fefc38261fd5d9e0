/** The tables as `docs/design/measured.md` has them. */

import { markdownOf, type Table } from "./table.ts";

export const PAGE = new URL("../../../docs/design/measured.md", import.meta.url);

const BETWEEN = /(?<=<!-- simulated -->\n)[\s\S]*?(?=\n<!-- \/simulated -->)/;

/** `npm run simulate -- --write` puts them there. */
export function withTables(page: string, tables: readonly Table[]): string {
  return page.replace(BETWEEN, () => tables.map(markdownOf).join("\n\n"));
}

/** The cells of each table, without its head. */
export function tablesIn(page: string): string[][][] {
  const [text = ""] = BETWEEN.exec(page) ?? [];
  return text.split("\n\n").flatMap((block) => {
    const lines = block.split("\n").filter((line) => line.startsWith("|"));
    return lines.length === 0 ? [] : [lines.slice(2).map(cellsOf)];
  });
}

function cellsOf(line: string): string[] {
  return line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}
