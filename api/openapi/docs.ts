/** The OpenAPI document and a reference page (Swagger UI), whose files this server has: nothing comes from a CDN. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Context } from "hono";
import { html, raw } from "hono/html";
import { ParleyError } from "../../domain/base/errors.base.ts";
import type { App, AppEnv } from "../base/context.api-base.ts";
import { jsonText } from "../base/json-text.ts";
import type { Services } from "../base/services.ts";
import { isNoneMatch } from "../http/conditional.ts";
import { policyOf } from "../http/headers.http.ts";
import { openApiDocument } from "./document.openapi.ts";

const FILES: Record<string, string> = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
};

/** Swagger UI is dark where the document's element has this class. */
const START = `const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();
SwaggerUIBundle({ url: "/openapi.json", dom_id: "#reference", deepLinking: true, validatorUrl: null });`;
const STYLE =
  ":root{color-scheme:light dark}body{margin:0;background:light-dark(#fff,#1c2022);color:light-dark(#22262a,#e3e2de)}nav{font:1rem/1.5 system-ui,sans-serif;max-width:1460px;margin:auto;padding:1rem 1.25rem 0;display:flex;gap:1.25rem}nav a{color:light-dark(#1f5f80,#86bfdd)}";

/** Scripts and styles only from this server; inline styles, since Swagger UI creates them. */
const CSP = policyOf([
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
]);

export function registerDocs(app: App, { settings }: Services): void {
  let document: { json: string; etag: string } | undefined;
  app.get("/openapi.json", (c) => {
    // At the first request, when all routes are registered.
    document ??= described(app, settings);
    const headers = { "Content-Type": "application/json", "Cache-Control": "no-cache", ETag: document.etag };
    if (isNoneMatch(c.req.header("if-none-match"), document.etag)) return c.body(null, 304, headers);
    return c.body(document.json, 200, headers);
  });
  app.get("/docs", (c) => {
    c.header("Content-Security-Policy", CSP);
    return c.html(page());
  });
  app.get("/docs/start.js", (c) => c.body(START, 200, cached("text/javascript; charset=utf-8")));
  app.get("/docs/:file", swaggerFile);
}

function described(app: App, settings: Services["settings"]) {
  const json = jsonText(openApiDocument(app, settings));
  return { json, etag: `"${createHash("sha256").update(json).digest("hex").slice(0, 32)}"` };
}

function page() {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Parley's API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<style>${raw(STYLE)}</style>
</head>
<body>
<nav aria-label="Pages"><a href="/debates">Debates</a><a href="/docs/guide/">Guide</a><a href="/openapi.json">The description as JSON</a></nav>
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>`;
}

async function swaggerFile(c: Context<AppEnv, "/docs/:file">): Promise<Response> {
  const name = c.req.param("file");
  const type = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
  if (!type) throw new ParleyError("not-found", "there is no such page");
  const path = fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`));
  return c.body(new Uint8Array(await readFile(path)), 200, cached(type));
}

function cached(type: string) {
  return { "Content-Type": type, "Cache-Control": "public, max-age=86400" };
}
