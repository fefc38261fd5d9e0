/**
 * The HTML report (docs/design/debate.md#114-records): one file without scripts or external resources. The same debate
 * gives the same bytes.
 */
import { render } from "@lit-labs/ssr/lib/render.js";
import { html, raw } from "hono/html";
import { wordsOf } from "../../../domain/base/words/words.ts";
import type { TranscriptExport } from "../../../domain/show/export/transcript.export.ts";
import { reportTitle } from "../../../domain/show/report/report.ts";
import type { Entry } from "../browser/live/story.live.ts";
import { entriesOf } from "./entries.ts";
import { raw as asWritten, proseOf } from "./prose.ts";
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

/** Markers for lit-html in the browser, which a report does not need. Texts are escaped, so they cannot contain one. */
const MARKS = /^<!--\/?lit-[^>]*>|<\?>/g;
/** Control characters that HTML does not allow. */
const FORBIDDEN = /[^\P{Cc}\t\n\r]/gu;

/** Throws if a part of the view is asynchronous. */
export function renderToText(view: unknown): string {
  const parts: string[] = [];
  for (const part of render(view)) {
    if (typeof part !== "string") throw new Error("views of a report must be synchronous");
    const last = parts.at(-1);
    // An attribute that is left out leaves its blank.
    if (part.startsWith(">") && last?.endsWith(" ")) parts[parts.length - 1] = last.slice(0, -1);
    parts.push(part.replaceAll(MARKS, "").replaceAll(FORBIDDEN, "\u{FFFD}"));
  }
  return parts.join("");
}
