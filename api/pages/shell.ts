/** The HTML frame of every page. The browser fills it. */
import { html } from "hono/html";
import { policyOf } from "../http/headers.http.ts";
import { htmlDocument } from "../http/html-document.ts";
import type { Assets } from "./assets.ts";

/** Nothing inline, nothing from elsewhere. Only two policies create markup: lit-html's templates and DOMPurify. */
export const PAGE_CSP = policyOf(
  ["script-src 'self'", "style-src 'self'", "connect-src 'self'", "img-src data:"],
  ["require-trusted-types-for 'script'", "trusted-types lit-html dompurify"],
);

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Cpath d='M3 5h18v13H11l-5 5v-5H3z' fill='%232f6f8f'/%3E%3Cpath d='M24 12h5v11h-3v4l-4-4h-8v-3h10z' fill='%23b0643a'/%3E%3C/svg%3E";

export interface Page {
  title: string;
  /** The module, as `bundle.pages.ts` names it. */
  entry: `${string}-page.js`;
  /** What the module reads from `document.body.dataset`. */
  data?: Record<string, string>;
}

export function shell(
  { title, entry, data = {} }: Page,
  { version, modulesOf }: Pick<Assets, "version" | "modulesOf">,
) {
  const at = (name: string) => `/assets/${version}/${name}`;
  const head = html`<meta name="robots" content="noindex">
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${at("parley.css")}">
${modulesOf(entry).map((name) => html`<link rel="modulepreload" href="${at(name)}">`)}
<script type="module" src="${at(entry)}"></script>`;
  const body = html`<body${Object.entries(data).map(([name, value]) => html` data-${name}="${value}"`)}>
<a class="skip" href="#content">Skip to the content</a>
<div id="masthead"></div>
<main id="content" tabindex="-1"><p class="quiet">Loading …</p><noscript><p>This page needs JavaScript. You can read the debate as a report: request its transcript as <code>text/html</code>.</p></noscript></main>
<p id="announcer" class="unseen" role="status" aria-live="polite"></p>
</body>`;
  const kind = `${entry.replace(/\.js$/, "")}${"stage" in data ? " stage" : ""}`;
  return htmlDocument({ title, head, body, kind });
}
