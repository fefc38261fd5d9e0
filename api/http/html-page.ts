/** Plain pages without scripts. `html` escapes every value. */
import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import type { AppEnv } from "../base/context.api-base.ts";
import { policyOf } from "./headers.http.ts";
import { htmlDocument } from "./html-document.ts";

const STYLE =
  ":root{color-scheme:light dark}body{background:light-dark(#fcfbf8,#16181a);color:light-dark(#22262a,#e3e2de);font:1rem/1.5 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem}h1{line-height:1.25}a{color:light-dark(#1f5f80,#86bfdd)}code{font-size:.95em}";

interface HtmlPage {
  title: string;
  body: HtmlEscapedString | Promise<HtmlEscapedString>;
  /** 200 unless given. */
  status?: 200 | 401 | 404;
  /** Rules beside those of all pages. */
  style?: string;
  /** More directives for the content security policy. */
  csp?: string[];
}

/** Sends a page whose policy allows only its own style, by a new nonce. */
export function sendHtmlPage(c: Context<AppEnv>, page: HtmlPage): Response | Promise<Response> {
  const { title, body, status = 200, style = "", csp } = page;
  const nonce = randomBytes(16).toString("base64url");
  c.header("Content-Security-Policy", policyOf([`style-src 'nonce-${nonce}'`], csp));
  const head = html`<style nonce="${nonce}">${raw(STYLE + style)}</style>`;
  const whole = htmlDocument({
    title,
    head,
    body: html`<body>
${body}
</body>`,
  });
  return c.html(whole, status);
}
