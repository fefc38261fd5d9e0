/**
 * Renders a report as Markdown. `markdown-text.ts` escapes every text, also our own words, which may contain names.
 * Only this file writes Markdown marks.
 */
import { type Renderers, renderBlock, type Span } from "./blocks.ts";
import { escaped, inline, link, oneLine, quote, table } from "./markdown-text.ts";
import { buildReport } from "./report.ts";
import type { TranscriptExport } from "./transcript.ts";
import { type Words, wordsOf } from "./words/words.ts";

export function renderMarkdown(input: TranscriptExport): string {
  const words = wordsOf(input.debate);
  const renderers: Renderers = { ...RENDERERS, table: ({ head, rows }) => table(head, withNumbers(rows, words)) };
  const blocks = buildReport(input).map((block) => renderBlock(block, renderers));
  return `${blocks.join("\n\n")}\n`;
}

/** Numbers as the language writes them. */
function withNumbers(rows: (string | number)[][], { number }: Words): (string | number)[][] {
  const written = (cell: string | number) => {
    const isPlain = typeof cell === "string" || number(cell) === String(cell);
    return isPlain ? cell : number(cell);
  };
  return rows.map((row) => row.map(written));
}

const RENDERERS: Omit<Renderers, "table"> = {
  heading: ({ level, spans }) => `${"#".repeat(level)} ${spansText(spans)}`,
  paragraph: ({ spans }) => spansText(spans),
  quote: ({ text }) => quote(text),
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
