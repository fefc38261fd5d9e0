/** Addresses that lead nowhere: a page for browsers, a problem for programs. */
import type { Context } from "hono";
import { html } from "hono/html";
import type { AppEnv } from "../base/context.api-base.ts";
import { notFound } from "../base/errors.api-base.ts";
import { sendHtmlPage } from "../http/html-page.ts";
import { negotiate } from "../http/negotiate.ts";

const API = /^\/v1\//;

export function missing(c: Context<AppEnv>): Response | Promise<Response> {
  const best = negotiate(c.req.header("accept"), ["application/problem+json", "text/html"]);
  c.header("Vary", "Accept");
  if (best !== "text/html" || API.test(c.req.path)) return notFound(c);
  const body = html`<h1>There is no such page</h1>
<p>The address may not be whole, or may have a mistake.</p>
<p><a href="/debates">All debates</a> · <a href="/docs/guide/">Guide</a></p>`;
  return sendHtmlPage(c, { title: "There is no such page · Parley", body, status: 404 });
}
