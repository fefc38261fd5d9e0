/** A report as Markdown. What models and owners wrote is tamed first: see `markdown-text.ts`. */
import { type Renderers, renderBlock, type Span } from "./blocks.ts";
import { inline, list, quote, table } from "./markdown-text.ts";
import { buildReport } from "./report.ts";
import type { TranscriptExport } from "./transcript.ts";

/** Ends with a line break. */
export function renderMarkdown(input: TranscriptExport): string {
  const blocks = buildReport(input).map((block) => renderBlock(block, RENDERERS));
  return `${blocks.join("\n\n")}\n`;
}

const RENDERERS: Renderers = {
  heading: ({ level, spans }) => `${"#".repeat(level)} ${spansText(spans)}`,
  paragraph: ({ spans }) => spansText(spans),
  quote: ({ text }) => quote(text),
  table: ({ head, rows }) => table(head, rows),
  list: ({ items }) => list(items),
};

const MARKS = { strong: "**", em: "*" };

function spansText(spans: Span[]): string {
  return spans.map(spanText).join("");
}

function spanText(span: Span): string {
  if ("said" in span) return inline(span.said);
  const mark = span.as ? MARKS[span.as] : "";
  return `${mark}${span.own}${mark}`;
}
