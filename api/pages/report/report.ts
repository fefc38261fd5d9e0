/**
 * The page of a debate as one file (spec §1.14): its own views, rendered here, and nothing that would have to be fetched
 * or run. The same debate gives the same bytes.
 */
import { html, raw } from "hono/html";
import { reportTitle } from "../../../domain/export/report.ts";
import type { TranscriptExport } from "../../../domain/export/transcript.ts";
import type { Entry } from "../browser/story.js";
import { prose } from "./prose.ts";
import { createSlices, renderToText, type Slices } from "./render.ts";
import { reportView } from "./report-view.ts";
import { FILE_CSP, REPORT_STYLE } from "./style.ts";
import { entriesOf } from "./told.ts";

export { REPORT_CSP } from "./style.ts";

/** Ends with a line break. */
export async function renderReport(whole: TranscriptExport): Promise<string> {
  const slices = createSlices();
  const entries = entriesOf(whole);
  const texts = await dress(entries, slices);
  const content = await renderToText(reportView({ whole, entries, dressed: ({ key }) => texts.get(key) }), slices);
  return `${await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${raw(FILE_CSP)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${reportTitle(whole.debate)}</title>
<style>${raw(REPORT_STYLE)}</style>
</head>
<body class="report">
<main id="content">${raw(content)}</main>
</body>
</html>`}\n`;
}

async function dress(entries: Entry[], slices: Slices): Promise<Map<string, unknown>> {
  const texts = new Map<string, unknown>();
  for (const { key, kind, state, text } of entries) {
    if (kind !== "turn" || state !== "whole" || !text) continue;
    texts.set(key, prose(text));
    await slices.next();
  }
  return texts;
}
