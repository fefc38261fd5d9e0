/** The pages for people: the list of debates, a debate, a shared debate, and the files they are made of. */
import type { Context } from "hono";
import { ParleyError } from "../../domain/errors.ts";
import { isNoneMatch } from "../conditional.ts";
import type { App, AppEnv } from "../context.ts";
import { isDebateId } from "../ids.ts";
import { assets, encodingFor } from "./assets.ts";
import { PAGE_CSP, type Page, shell } from "./shell.ts";

const A_YEAR = "public, max-age=31536000, immutable";

/** The pages hold nothing of a debate: what they show, the browser reads from `/v1` under its session. */
export function registerPages(app: App): void {
  app.get("/", (c) => {
    c.header("Vary", "Accept");
    return c.redirect(c.req.header("accept")?.includes("text/html") ? "/debates" : "/docs");
  });
  app.get("/debates", (c) => showPage(c, { title: "Debates · Parley", entry: "list-page.js" }));
  app.get("/debates/:id", (c) => {
    const id = c.req.param("id");
    if (!isDebateId(id)) throw new ParleyError("not-found", "there is no such page");
    return showPage(c, {
      title: "Debate · Parley",
      entry: "debate-page.js",
      data: { debate: id, api: `/v1/debates/${id}` },
    });
  });
  app.get("/assets/:version/:name{.+}", sendAsset);
}

export function showPage(c: Context<AppEnv>, page: Page): Response | Promise<Response> {
  c.header("Content-Security-Policy", PAGE_CSP);
  return c.html(shell(page, assets()));
}

async function sendAsset(c: Context<AppEnv, "/assets/:version/:name{.+}">): Promise<Response> {
  const files = assets();
  const asset = files.find(c.req.param("name"));
  if (!asset) throw new ParleyError("not-found", "there is no such file");
  const encoding = encodingFor(c.req.header("accept-encoding"));
  const { body, etag } = await asset.as(encoding);
  c.header("ETag", etag);
  c.header("Vary", "Accept-Encoding");
  // A page of another version, as after an update, gets what there is now, and asks again the next time.
  c.header("Cache-Control", c.req.param("version") === files.version ? A_YEAR : "no-cache");
  if (isNoneMatch(c.req.header("if-none-match"), etag)) return c.body(null, 304);
  if (encoding !== "identity") c.header("Content-Encoding", encoding);
  return c.body(body, 200, { "Content-Type": asset.type });
}
