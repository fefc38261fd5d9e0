/**
 * Renders a report as Markdown. `markdown-text.report.ts` escapes every text, also our own words, which may contain names.
 * Only this file writes Markdown marks.
 */

import { type Words, wordsOf } from "../../base/words/words.ts";
import type { TranscriptExport } from "../export/transcript.export.ts";
import {
  type Block,
  type Cell,
  cellText,
  type Renderers,
  renderBlock,
  type Span,
  type Ungrouped,
  ungrouped,
} from "./blocks.ts";
import { code, escaped, inline, link, oneLine, quote, table } from "./markdown-text.report.ts";
import type { Tale } from "./names.report.ts";
import { buildReport } from "./report.ts";

export function renderMarkdown(input: TranscriptExport & Pick<Tale, "earned">): string {
  return `${markdownOf(buildReport(input), wordsOf(input.debate))}\n`;
}

/** `isWhole` false: the blocks are a part of a report, so links to its other parts are words alone. */
export function markdownOf(blocks: Block[], words: Words, { isWhole = true } = {}): string {
  const renderers: Renderers<string> = {
    ...RENDERERS,
    table: ({ head, rows }) => table(head.map(cellText), withNumbers(rows, words)),
  };
  const shown = isWhole ? ungrouped(blocks) : ungrouped(blocks).map(withoutLinks);
  return shown.map((block) => renderBlock(block, renderers)).join("\n\n");
}

function withoutLinks(block: Ungrouped): Ungrouped {
  const plain = (span: Span): Span => ("link" in span ? { own: span.link } : span);
  if (block.kind === "list")
    return { ...block, items: block.items.map((item) => (typeof item === "string" ? item : item.map(plain))) };
  return "spans" in block ? { ...block, spans: block.spans.map(plain) } : block;
}

/** Numbers as the language writes them. */
function withNumbers(rows: Cell[][], { number }: Words): (string | number)[][] {
  const written = (of: Cell) => {
    const cell = cellText(of);
    const isPlain = typeof cell === "string" || number(cell) === String(cell);
    return isPlain ? cell : number(cell);
  };
  return rows.map((row) => row.map(written));
}

const RENDERERS: Omit<Renderers<string>, "table"> = {
  heading: ({ level, spans }) => `${"#".repeat(level)} ${spansText(spans)}`,
  paragraph: ({ spans }) => spansText(spans),
  quote: ({ text }) => quote(text),
  code: ({ text }) => code(text),
  list: ({ items }) => items.map((item) => `- ${typeof item === "string" ? inline(item) : spansText(item)}`).join("\n"),
};

const MARKS = { strong: "**", em: "*" };

/** Lines begin with our own mark, or with words that form no mark. */
function spansText(spans: Span[]): string {
  const text = spans.map(spanText).join("");
  const [first] = spans;
  return first && "own" in first && first.as ? text.trim() : oneLine(text);
}

function spanText(span: Span): string {
  if ("said" in span) return escaped(span.said.trim());
  if ("link" in span) return link(span.link, span.heading.map(plainText).join(""));
  const mark = span.as ? MARKS[span.as] : "";
  return `${mark}${escaped(span.own)}${mark}`;
}

function plainText(span: Span): string {
  if ("said" in span) return span.said.trim();
  return "link" in span ? span.link : span.own;
}
