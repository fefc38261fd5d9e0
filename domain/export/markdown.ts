/**
 * Renders a report as Markdown. `markdown-text.ts` escapes every text, also our own words, which may contain names.
 * Only this file writes Markdown marks.
 */
import { type Renderers, renderBlock, type Span } from "./blocks.ts";
import { escaped, list, oneLine, quote, table } from "./markdown-text.ts";
import { buildReport } from "./report.ts";
import type { TranscriptExport } from "./transcript.ts";

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

/** Lines begin with our own mark, or with words that form no mark. */
function spansText(spans: Span[]): string {
  const text = spans.map(spanText).join("");
  const [first] = spans;
  return first && "own" in first && first.as ? text.trim() : oneLine(text);
}

function spanText(span: Span): string {
  if ("said" in span) return escaped(span.said.trim());
  const mark = span.as ? MARKS[span.as] : "";
  return `${mark}${escaped(span.own)}${mark}`;
}
