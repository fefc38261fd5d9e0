/** A plain page without scripts. `html` escapes whatever is put into it. */
import { html } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

const STYLE =
  ":root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem}h1{line-height:1.25}code{font-size:.95em}";

/** Allows the page's own style and nothing else; the nonce is new for every answer. */
export function pageCsp(nonce: string): string {
  return `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

export function htmlPage(page: { title: string; nonce: string; body: HtmlEscapedString | Promise<HtmlEscapedString> }) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
<style nonce="${page.nonce}">${STYLE}</style>
</head>
<body>
${page.body}
</body>
</html>`;
}
