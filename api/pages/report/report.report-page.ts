/**
 * The HTML report (docs/design/debate.md#114-records): one file without scripts or external resources. The same debate
 * gives the same bytes.
 */
import { html, raw } from "hono/html";
import { wordsOf } from "../../../domain/base/words/words.ts";
import type { TranscriptExport } from "../../../domain/show/export/transcript.export.ts";
import { reportTitle } from "../../../domain/show/report/report.ts";
import type { Entry } from "../browser/live/story.live.ts";
import { entriesOf } from "./entries.ts";
import { raw as asWritten, proseOf } from "./prose.ts";
import { renderToText } from "./render.report-page.ts";
import { type Frozen, reportView } from "./report-view.ts";
import { FILE_CSP, REPORT_STYLE } from "./style.ts";

/** Ends with a line break. `plain`: shows texts as they were written, without Markdown. */
export async function renderReport(
  whole: TranscriptExport,
  { plain = false, earned }: { plain?: boolean } & Pick<Frozen, "earned"> = {},
): Promise<string> {
  const entries = entriesOf(whole);
  const dress = plain ? asWritten : proseOf(whole.debate);
  const dressed = ({ kind, state, text }: Entry) =>
    kind === "turn" && state === "whole" && text ? dress(text) : undefined;
  const content = renderToText(reportView({ whole, entries, dressed, prose: dress, earned }));
  return `${await html`<!doctype html>
<html lang="${wordsOf(whole.debate).language}">
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
