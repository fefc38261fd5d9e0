/** Renders what is told of a debate as plain text, for the terminal and for models. */

import { tableText } from "../../base/text/table.text.ts";
import { oneLine } from "../../base/text/text.ts";
import type { Words } from "../../base/words/english.words.ts";
import { type Block, type Cell, cellText, type Renderers, renderBlock, type Span } from "./blocks.ts";

/** Ends without a line break. As models wrote it: a terminal must remove control characters. */
export function plainText(blocks: Block[], words: Words): string {
  const renderers: Renderers<string, Block> = {
    heading: ({ level, spans }) => (level < 4 ? `\n${line(spans)}` : `  ${line(spans)}`),
    paragraph: ({ spans }) => line(spans),
    quote: ({ text }) => text.trim(),
    code: ({ text }) => text,
    table: ({ head, rows }) => tableOf(head, rows, words),
    list: ({ items }) => itemLines(items, "  - "),
    group: ({ as, blocks: inner }) => {
      if (as === "support") return `\n${inner.map((block) => textOf(block, "")).join(" ")}`;
      return inner.map((block) => textOf(block, as === "points" ? "     " : "  - ")).join("\n");
    },
  };
  const textOf = (block: Block, mark: string) =>
    block.kind === "list" ? itemLines(block.items, mark, mark === "" ? " " : "\n") : renderBlock(block, renderers);
  return blocks
    .map((block) => renderBlock(block, renderers))
    .join("\n")
    .trimStart();
}

function itemLines(items: (string | Span[])[], mark: string, between = "\n"): string {
  return items.map((item) => `${mark}${typeof item === "string" ? oneLine(item) : line(item)}`).join(between);
}

function tableOf(head: Cell[], rows: Cell[][], { number }: Words): string {
  const written = rows.map((row) =>
    row.map((of) => {
      const cell = cellText(of);
      return typeof cell === "number" ? number(cell) : oneLine(cell);
    }),
  );
  const names = head.map((of) => oneLine(String(cellText(of))));
  const figures = names.filter((_, at) => at > 0 && rows.every((row) => typeof row[at] === "number"));
  return tableText({ head: names, figures, rows: written }).trimEnd();
}

function line(spans: Span[]): string {
  return oneLine(spans.map((span) => ("said" in span ? span.said : "link" in span ? span.link : span.own)).join(""));
}
