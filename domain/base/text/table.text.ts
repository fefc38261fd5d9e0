/** A table as plain text: a header, then rows. */
interface Table {
  /** The header. A name in `figures` is right-aligned. */
  head: string[];
  figures?: string[];
  rows: string[][];
}

/** Ends with a line break. */
export function tableText({ head, figures = [], rows }: Table): string {
  const all = [head, ...rows];
  const widths = head.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  const cellOf = (text: string, at: number) =>
    figures.includes(head[at] ?? "") ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0);
  return all.map((row) => `${row.map(cellOf).join("  ").trimEnd()}\n`).join("");
}
