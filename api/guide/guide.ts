/**
 * Renders README.md, CHANGELOG.md, SECURITY.md and docs/ as HTML, each page once, at its first request. Names are looked up in a list of
 * the files, so that no request can reach other files.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import type { Context } from "hono";
import { html, raw } from "hono/html";
import { Marked } from "marked";
import sanitize from "sanitize-html";
import type { App, AppEnv } from "../base/context.api-base.ts";
import { packageFolder } from "../base/package-folder.ts";
import { sendHtmlPage } from "../http/html-page.ts";

interface GuidePage {
  title: string;
  /** Sanitised HTML of the page's body. */
  html: string;
}

interface Guide {
  /** `name` is the address below /docs/guide/: `""` is the README, `formats` is docs/formats.md. */
  page(name: string): GuidePage | undefined;
  picture(name: string): Uint8Array<ArrayBuffer> | undefined;
}

const ADDRESS = "/docs/guide/";
const SANITISING: sanitize.IOptions = {
  allowedTags: [...sanitize.defaults.allowedTags, "img"],
  allowedAttributes: {
    "*": ["id"],
    a: ["href", "rel"],
    img: ["src", "alt"],
    ol: ["start"],
    td: ["align"],
    th: ["align"],
    div: ["class", "tabindex", "role", "aria-label"],
  },
  allowedSchemes: ["http", "https"],
  allowProtocolRelative: false,
};

const STYLE =
  "body{max-width:56rem;margin-block:1.5rem}nav,.scrolls,pre{font-size:.9rem}img{max-width:100%;height:auto}pre,.scrolls{overflow-x:auto}pre{padding:.75rem;border:1px solid #8886;border-radius:.4rem}table{border-collapse:collapse}th,td{border:1px solid #8886;padding:.3rem .5rem;text-align:start;vertical-align:top;min-width:5rem}a,code{overflow-wrap:anywhere}td code{overflow-wrap:normal}";
const NOT_FOUND =
  '<h1>The guide has no such page</h1><p>Choose one from <a href="/docs/guide/#where-everything-else-is">the list of its pages</a>.</p>';
const CACHING = "public, max-age=3600";

export function registerGuide(app: App): void {
  let guide: Guide | undefined;
  app.get("/docs/guide", (c) => c.redirect("/docs/guide/"));
  app.get("/docs/guide/*", (c) => {
    guide ??= createGuide(packageFolder());
    const name = c.req.path.slice(ADDRESS.length);
    const picture = guide.picture(name);
    if (picture) return c.body(picture, 200, { "Content-Type": "image/png", "Cache-Control": CACHING });
    const page = guide.page(name);
    if (page) return answer(c, { ...page, status: 200 });
    return answer(c, { title: "Not found · Parley", html: NOT_FOUND, status: 404 });
  });
}

function answer(c: Context<AppEnv>, page: { title: string; html: string; status: 200 | 404 }) {
  if (page.status === 200) c.header("Cache-Control", CACHING);
  const body = html`<nav><a href="/docs/guide/">Guide</a> · <a href="/docs">API reference</a> · <a href="/debates">Debates</a></nav>
<main>${raw(page.html)}</main>`;
  return sendHtmlPage(c, { ...page, body, style: STYLE, csp: ["img-src 'self'"] });
}

/** `root` is the package's folder. */
function createGuide(root: string): Guide {
  const files = filesOf(root);
  const rendered = new Map<string, GuidePage>();
  return {
    page(name) {
      const file = files.get(name);
      if (!file?.endsWith(".md")) return undefined;
      const page = rendered.get(name) ?? render(file, readFileSync(join(root, file), "utf8"), addressesOf(files));
      rendered.set(name, page);
      return page;
    },
    picture(name) {
      const file = files.get(name);
      return file?.endsWith(".png") ? new Uint8Array(readFileSync(join(root, file))) : undefined;
    },
  };
}

/** Name in the guide → path in the repository. */
function filesOf(root: string): Map<string, string> {
  const docs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" });
  const paths = [
    "README.md",
    "CHANGELOG.md",
    "SECURITY.md",
    ...docs.map((name) => `docs/${name.replaceAll("\\", "/")}`),
  ];
  return new Map(paths.filter((path) => /\.(md|png)$/.test(path)).map((path) => [nameOf(path), path]));
}

function nameOf(path: string): string {
  const name = path.replace(/^docs\//, "").replace(/(?<=^|\/)README\.md$/, "");
  return name.endsWith(".md") ? name.slice(0, -".md".length).toLowerCase() : name;
}

function addressesOf(files: Map<string, string>): Map<string, string> {
  return new Map([...files].map(([name, path]) => [path, ADDRESS + name]));
}

/** The anchor of a heading, as GitHub makes it: "1.13 Judging" is `113-judging`. */
function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}

function render(file: string, markdown: string, addresses: Map<string, string>): GuidePage {
  const marked = new Marked({
    gfm: true,
    async: false,
    renderer: {
      heading({ tokens, depth, text }) {
        const inner = this.parser.parseInline(tokens);
        return `<h${depth} id="${anchorOf(text.replaceAll("`", ""))}">${inner}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const to = targetOf(href, file, addresses);
        return to === null ? inner : `<a href="${to}">${inner}</a>`;
      },
      image: ({ href, text }) => `<img src="${targetOf(href, file, addresses) ?? ""}" alt="${attribute(text)}">`,
    },
  });
  const clean = sanitize(marked.parse(markdown) as string, SANITISING);
  const [, title = "Parley"] = /^# (.+)$/m.exec(markdown) ?? [];
  return { title: file === "README.md" ? title : `${title} · Parley`, html: scrolling(clean) };
}

/** A link's address within the guide. null for a file that the guide does not serve. */
function targetOf(href: string, file: string, addresses: Map<string, string>): string | null {
  if (/^https?:|^#/.test(href)) return href;
  const [path = "", anchor] = href.split("#");
  const target = posix.join(posix.dirname(file), path);
  const address = addresses.get(target) ?? addresses.get(posix.join(target, "README.md"));
  return address === undefined ? null : address + (anchor === undefined ? "" : `#${anchor}`);
}

function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}

/** Lets wide tables and code scroll, also with the keyboard. */
function scrolling(clean: string): string {
  return clean
    .replaceAll("<table>", '<div class="scrolls" tabindex="0" role="group" aria-label="Table"><table>')
    .replaceAll("</table>", "</table></div>")
    .replaceAll("<pre>", '<pre tabindex="0">');
}
