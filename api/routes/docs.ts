/** The API's description, and a reference page (Swagger UI) whose files we serve ourselves: nothing comes from a CDN. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Context } from "hono";
import { html } from "hono/html";
import { ParleyError } from "../../domain/errors.ts";
import type { App, AppEnv } from "../context.ts";
import { openApiDocument } from "../openapi-document.ts";
import type { Services } from "../services.ts";

const FILES: Record<string, string> = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
};

const START = 'SwaggerUIBundle({ url: "/openapi.json", dom_id: "#reference", deepLinking: true, validatorUrl: null });';

/** Scripts and styles from here alone; styles also inline, since the reference makes them while it runs. */
const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export function registerDocs(app: App, { settings }: Services): void {
  app.get("/openapi.json", (c) => c.json(openApiDocument(app, settings)));
  app.get("/docs", (c) => {
    c.header("Content-Security-Policy", CSP);
    return c.html(page());
  });
  app.get("/docs/start.js", (c) => c.body(START, 200, cached("text/javascript; charset=utf-8")));
  app.get("/docs/:file", swaggerFile);
}

function page() {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parley's API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
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
