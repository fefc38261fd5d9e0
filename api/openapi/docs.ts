/**
 * The OpenAPI document and a reference page: a list of all operations, and Swagger UI once one of them is opened, since that is
 * 0.4 MB on the line. This server has its files: nothing comes from a CDN.
 */
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
import { htmlDocument } from "../http/html-document.ts";
import { ENCODERS, encodingFor } from "../pages/assets.ts";
import type { PageLink } from "../pages/navigation.pages.ts";
import { openApiDocument } from "./document.openapi.ts";
import { operationsOf } from "./operations.ts";

const FILES: Record<string, string> = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
};

/** Loads Swagger UI for an address of an operation, or at a click. It is dark where the document's element has this class. */
const START = `const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
const reference = document.getElementById("reference");
let isAsked = false;
function load() {
  if (isAsked) return;
  isAsked = true;
  reference.setAttribute("aria-busy", "true");
  const style = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "/docs/swagger-ui.css" });
  const script = Object.assign(document.createElement("script"), { src: "/docs/swagger-ui-bundle.js", onload: show });
  document.head.append(style, script);
}
function show() {
  dark.addEventListener("change", follow);
  follow();
  reference.removeAttribute("aria-busy");
  SwaggerUIBundle({ url: "/openapi.json", dom_id: "#reference", deepLinking: true, validatorUrl: null });
}
const loadAddressed = () => location.hash.startsWith("#/") && load();
addEventListener("hashchange", loadAddressed);
document.getElementById("open").addEventListener("click", load);
loadAddressed();`;
/** The colours are those of `parley.css`; Swagger UI's own dark ground stays. */
const STYLE = `:root{color-scheme:light dark}
body{margin:0;background:light-dark(#fcfbf8,#1c2022);color:light-dark(#22262a,#e3e2de)}
header{font:.9rem/1.55 system-ui,sans-serif;max-width:1460px;margin:auto;padding:1rem 1.25rem 0;display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:.25rem 1.5rem}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem}
header a{color:light-dark(#1b6080,#86bfdd);text-decoration:none}
header a:hover{text-decoration:underline}
header .brand{font:600 1.25rem Charter,Georgia,"DejaVu Serif",serif;color:inherit}
.skip{position:absolute;inset-inline-start:-100vw;padding:.5rem 1rem;background:light-dark(#fcfbf8,#1c2022);color:light-dark(#1b6080,#86bfdd)}
.skip:focus{inset-inline-start:0}
main{display:block;max-width:1460px;margin:auto;padding:0 1.25rem}
main:focus{outline:none}
#reference[aria-busy=true]{opacity:.5}
.list{font:1rem/1.55 system-ui,sans-serif;max-width:46rem}
.list :is(h1,h2){font-family:Charter,Georgia,"DejaVu Serif",serif;line-height:1.3}
.list h2{font-size:1.25rem;margin:2rem 0 .5rem}
.list ul{list-style:none;margin:0;padding:0}
.list li{padding:.25rem 0;overflow-wrap:anywhere}
.list a{color:light-dark(#1b6080,#86bfdd)}
.list a code{font:.9rem ui-monospace,"DejaVu Sans Mono",monospace}
.list button{font:inherit;padding:.5rem .75rem}
#reference .info{margin:1.5rem 0}
#reference .info a{color:light-dark(#1b6080,#86bfdd)}
#reference .scheme-container{background:none;box-shadow:none;padding:0 0 1rem;margin:0}`;

/** Scripts and styles only from this server; inline styles, since Swagger UI creates them. */
const CSP = policyOf([
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
]);

/** `pages`: the navigation. */
export function registerDocs(app: App, { settings }: Services, pages: readonly PageLink[]): void {
  let document: Described | undefined;
  app.get("/openapi.json", (c) => {
    // At the first request, when all routes are registered.
    document ??= described(app, settings);
    const headers = { "Content-Type": "application/json", "Cache-Control": "no-cache", ETag: document.etag };
    if (isNoneMatch(c.req.header("if-none-match"), document.etag)) return c.body(null, 304, headers);
    return c.body(document.json, 200, headers);
  });
  app.get("/docs", (c) => {
    document ??= described(app, settings);
    c.header("Content-Security-Policy", CSP);
    return c.html(page(pages, document.nouns));
  });
  app.get("/docs/start.js", (c) => c.body(START, 200, cached("text/javascript; charset=utf-8")));
  app.get("/docs/:file", swaggerFile);
}

/** Operations of one tag, as the document has them. */
interface Noun {
  name: string;
  operations: { id: string; method: string; path: string; summary: string }[];
}

interface Described {
  json: string;
  etag: string;
  nouns: Noun[];
}

function described(app: App, settings: Services["settings"]): Described {
  const document = openApiDocument(app, settings);
  const json = jsonText(document);
  const etag = `"${createHash("sha256").update(json).digest("hex").slice(0, 32)}"`;
  return { json, etag, nouns: nounsOf(document.paths ?? {}) };
}

function nounsOf(paths: object): Noun[] {
  const all = operationsOf(paths).map(({ tags = [], operationId = "", summary = "", method, path }) => {
    return { noun: tags[0] ?? "default", id: operationId, method: method.toUpperCase(), path, summary };
  });
  return [...Map.groupBy(all, ({ noun }) => noun)].map(([name, operations]) => ({ name, operations }));
}

function page(pages: readonly PageLink[], nouns: readonly Noun[]) {
  const head = html`<link rel="icon" href="data:,">
<style>${raw(STYLE)}</style>`;
  const body = html`<body>
<a class="skip" href="#content">Skip to the content</a>
<header><a class="brand" href="/debates">Parley</a>
<nav aria-label="Pages">${pages.map(({ title, address }) => html`<a href="${address}">${title}</a>`)}<a href="/openapi.json">The description as JSON</a></nav></header>
<main id="content" tabindex="-1"><div id="reference"><div class="list">
<h1>API reference</h1>
<p>Open an operation to see its fields and answers, and to try it. <button type="button" id="open">Open all</button></p>
${nouns.map(nounView)}</div></div></main>
<script src="/docs/start.js"></script>
</body>`;
  return htmlDocument({ title: "Parley's API", head, body });
}

/** Addresses are those of Swagger UI's deep links. */
function nounView({ name, operations }: Noun) {
  const at = (id: string) => `#/${encodeURIComponent(name)}/${id}`;
  return html`<section><h2>${name}</h2><ul>${operations.map(
    ({ id, method, path, summary }) => html`<li><a href="${at(id)}"><code>${method} ${path}</code></a> ${summary}</li>`,
  )}</ul></section>
`;
}

/** Packed once. */
const packed = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

async function swaggerFile(c: Context<AppEnv, "/docs/:file">): Promise<Response> {
  const name = c.req.param("file");
  const type = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
  if (!type) throw new ParleyError("not-found", "there is no such page");
  const plain = new Uint8Array(await readFile(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`))));
  c.header("Vary", "Accept-Encoding");
  // Brotli takes seconds for so much.
  const accepted = c.req.header("accept-encoding")?.replaceAll(/\bbr\b/gi, "");
  if (encodingFor(accepted) !== "gzip") return c.body(plain, 200, cached(type));
  const zipped = packed.get(name) ?? ENCODERS.gzip(plain);
  packed.set(name, zipped);
  return c.body(await zipped, 200, { ...cached(type), "Content-Encoding": "gzip" });
}

function cached(type: string) {
  return { "Content-Type": type, "Cache-Control": "public, max-age=86400" };
}
