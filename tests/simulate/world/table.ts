/** A table of figures, as Markdown shows it. */

import type { Proportion } from "../../../domain/base/statistics/wilson.ts";

export interface Table {
  title: string;
  head: readonly string[];
  rows: readonly (readonly Cell[])[];
}

type Cell = string | number | Proportion;

export function markdownOf({ title, head, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const [first = []] = rows;
  const rule = first.map((cell) => (typeof cell === "string" ? "---" : "---:"));
  return [`${title}\n`, line(head), line(rule), ...rows.map((cells) => line(cells.map(shown)))].join("\n");
}

/** Percent, with the 95 % interval. */
function shown(cell: Cell): string {
  if (typeof cell !== "object") return String(cell);
  const { share, low, high } = cell;
  if (share === null || low === null || high === null) return "–";
  return `${percent(share)} (${percent(low)}–${percent(high)})`;
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}
