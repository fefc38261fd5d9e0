/**
 * A report as one HTML page that needs nothing else: no script, no font, no picture. The same debate gives the same
 * bytes. Whoever serves it sends a policy that allows `REPORT_STYLE`; the page carries one too, for when it was saved.
 */
import { type Renderers, renderBlock, type Span } from "./blocks.ts";
import { escapeHtml, paragraphs, phrase } from "./html-text.ts";
import { REPORT_STYLE } from "./html-style.ts";
import { buildReport, reportTitle } from "./report.ts";
import type { TranscriptExport } from "./transcript.ts";

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** Ends with a line break. */
export function renderHtml(input: TranscriptExport): string {
  const blocks = buildReport(input).map((block) => renderBlock(block, RENDERERS));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(reportTitle(input.debate))}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<main>
${blocks.join("\n")}
</main>
</body>
</html>
`;
}

const RENDERERS: Renderers = {
  heading: ({ level, spans }) => `<h${level}>${spansHtml(spans)}</h${level}>`,
  paragraph: ({ spans }) => `<p>${spansHtml(spans)}</p>`,
  quote: ({ text }) => `<blockquote>\n${paragraphs(text)}\n</blockquote>`,
  table: ({ head, rows }) => tableHtml(head, rows),
  list: ({ items }) => `<ul>\n${items.map(itemHtml).join("\n")}\n</ul>`,
};

function itemHtml(text: string): string {
  return `<li dir="auto">${escapeHtml(text)}</li>`;
}

function tableHtml(head: string[], rows: (string | number)[][]): string {
  const top = head.map((title) => `<th scope="col">${escapeHtml(title)}</th>`).join("");
  const body = rows.map((row) => `<tr>${row.map(cellHtml).join("")}</tr>`).join("\n");
  return `<div class="table">\n<table>\n<thead><tr>${top}</tr></thead>\n<tbody>\n${body}\n</tbody>\n</table>\n</div>`;
}

function cellHtml(value: string | number): string {
  return typeof value === "number" ? `<td class="number">${value}</td>` : `<td>${phrase(value)}</td>`;
}

function spansHtml(spans: Span[]): string {
  return spans.map(spanHtml).join("");
}

function spanHtml(span: Span): string {
  if ("said" in span) return phrase(span.said);
  const words = escapeHtml(span.own);
  return span.as ? `<${span.as}>${words}</${span.as}>` : words;
}
