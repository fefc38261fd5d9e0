/** The guide: README.md, CHANGELOG.md, SECURITY.md and docs/ as pages that one can search. Each is rendered once, when it is asked for. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "hono";
import type { App, AppEnv } from "../base/context.api-base.ts";
import { packageFolder } from "../base/package-folder.ts";
import { policyOf } from "../http/headers.http.ts";
import { assets } from "../pages/assets.ts";
import type { PageLink } from "../pages/navigation.pages.ts";
import { ADDRESS, guideFiles } from "./files.guide.ts";
import { type FrameInput, frame, LONGEST_QUERY, MISSING, pageContent, searchContent } from "./frame.guide.ts";
import { type Rendered, render, wordsOf } from "./render.guide.ts";
import { createGuideSearch } from "./search.guide.ts";

interface Guide {
  /** `name` is the address below /docs/guide/: `""` is the README, `formats` is docs/formats.md. */
  page(name: string): Rendered | undefined;
  picture(name: string): Uint8Array<ArrayBuffer> | undefined;
  search: ReturnType<typeof createGuideSearch>;
  titles: ReadonlyMap<string, string>;
}

const CACHING = "public, max-age=3600";
const CSP = policyOf(["script-src 'self'", "style-src 'self'", "form-action 'self'", "img-src 'self' data:"]);

/** `pages`: the navigation. */
export function registerGuide(app: App, pages: readonly PageLink[]): void {
  let guide: Guide | undefined;
  app.get("/docs/guide", (c) => c.redirect("/docs/guide/"));
  app.get("/docs/guide/*", async (c) => {
    guide ??= createGuide(packageFolder());
    const answer = answers(c, guide, pages);
    const name = c.req.path.slice(ADDRESS.length);
    const query = c.req.query("q")?.trim().slice(0, LONGEST_QUERY) ?? "";
    if (name === "" && query !== "") {
      const content = searchContent(query, guide.search(query));
      return answer({ name: null, title: `${query} · Parley`, content, query });
    }
    const picture = guide.picture(name);
    if (picture) return c.body(picture, 200, { "Content-Type": "image/png", "Cache-Control": CACHING });
    const page = guide.page(name);
    if (!page) return answer({ name: null, title: "Not found · Parley", content: MISSING }, 404);
    c.header("Cache-Control", CACHING);
    const title = name === "" ? page.title : `${page.title} · Parley`;
    return answer({ name, title, content: pageContent(page), sections: page.sections });
  });
}

function answers(c: Context<AppEnv>, { titles }: Guide, pages: readonly PageLink[]) {
  return async (page: Omit<FrameInput, "titles" | "pages" | "style" | "script">, status: 200 | 404 = 200) => {
    const { version } = await assets();
    const at = (name: string) => `/assets/${version}/${name}`;
    c.header("Content-Security-Policy", CSP);
    return c.html(frame({ ...page, titles, pages, style: at("parley.css"), script: at("guide-page.js") }), status);
  };
}

/** `root` is the package's folder. */
function createGuide(root: string): Guide {
  const files = guideFiles(root);
  const named = [...files].filter(([, file]) => file.endsWith(".md"));
  const texts = new Map(named.map(([name, file]) => [name, readFileSync(join(root, file), "utf8")]));
  const words = wordsOf(texts.get("glossary") ?? "");
  const titles = new Map([...texts].map(([name, text]) => [name, /^# (.+)$/m.exec(text)?.[1] ?? name]));
  const rendered = new Map<string, Rendered>();
  const page = (name: string) => {
    const [file, markdown] = [files.get(name), texts.get(name)];
    if (file === undefined || markdown === undefined) return undefined;
    const made = rendered.get(name) ?? render({ file, markdown, files, words });
    rendered.set(name, made);
    return made;
  };
  let search: Guide["search"] | undefined;
  return {
    page,
    titles,
    picture(name) {
      const file = files.get(name);
      return file?.endsWith(".png") ? new Uint8Array(readFileSync(join(root, file))) : undefined;
    },
    search(query) {
      const all = () =>
        [...texts.keys()].map((name) => {
          const { title = "", sections = [] } = page(name) ?? {};
          return { address: ADDRESS + name, title, sections };
        });
      search ??= createGuideSearch(all());
      return search(query);
    },
  };
}
