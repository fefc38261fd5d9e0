/** The pages: the list of debates, the form of one, a debate and its audience's view, a shared debate, keys, and their files. Features add theirs. */
import type { Context } from "hono";
import { ParleyError } from "../../domain/base/errors.base.ts";
import { EVENT_NAMES } from "../../domain/play/events/registry.events.ts";
import { FORMATS_BY_NAME } from "../../domain/rules/formats/registry.format.ts";
import { RequestFields } from "../../domain/rules/request/request.ts";
import { NAMES } from "../../domain/rules/seats/usual-participants.ts";
import { MOST_FILE_BYTES } from "../../domain/shapes/schemas/file.schema.ts";
import { LIMITS } from "../../domain/shapes/schemas/limits.schema.ts";
import { FIRST_KEY_CLOSES } from "../access/api-keys.access.ts";
import type { App, AppEnv } from "../base/context.api-base.ts";
import { isDebateId } from "../base/ids.api-base.ts";
import { isNoneMatch } from "../http/conditional.ts";
import { assets, ENCODERS, encodingFor } from "./assets.ts";
import { missing } from "./missing.ts";
import { PAGE_CSP, type Page, shell } from "./shell.ts";

const FORMAT_TITLES = JSON.stringify(
  Object.fromEntries(Object.values(FORMATS_BY_NAME).map(({ name, title }) => [name, title])),
);
/** Of these, the list says who wins; of all others, who argued better. */
const CONTESTS = Object.values(FORMATS_BY_NAME).flatMap(({ name, contest }) => (contest ? [name] : []));
/** How many a debate takes, and bytes of one. */
const FILE_LIMITS = { files: String(LIMITS.files), "file-bytes": String(MOST_FILE_BYTES) };
const A_YEAR = "public, max-age=31536000, immutable";

/** The pages contain no data: the browser reads it from `/v1` with its session. */
export function registerPages(app: App): void {
  app.get("/", (c) => {
    c.header("Vary", "Accept");
    return c.redirect(c.req.header("accept")?.includes("text/html") ? "/debates" : "/docs");
  });
  app.get("/debates", (c) =>
    showPage(c, { title: "Debates · Parley", entry: "list-page.js", data: { contests: CONTESTS.join(" ") } }),
  );
  // Before the debates, whose `:id` matches its address too.
  app.get("/debates/new", (c) => showForm(c));
  app.get("/debates/:id/edit", (c) => {
    const id = c.req.param("id");
    return isDebateId(id) ? showForm(c, { debate: id }) : missing(c);
  });
  app.get("/keys", (c) =>
    showPage(c, { title: "Keys · Parley", entry: "keys-page.js", data: { closes: FIRST_KEY_CLOSES } }),
  );
  app.get("/debates/:id", (c) => showOwn(c));
  app.get("/debates/:id/stage", (c) => showOwn(c, { stage: "true" }));
  app.get("/assets/:version/:name{.+}", sendAsset);
}

function showOwn(c: Context<AppEnv, "/debates/:id">, data: Record<string, string> = {}) {
  const id = c.req.param("id");
  return isDebateId(id) ? showDebate(c, { debate: id, api: `/v1/debates/${id}`, ...data }) : missing(c);
}

/** `data`: the draft to edit. The page needs to know which names, limits and files the server takes. */
function showForm(c: Context<AppEnv>, data: Record<string, string> = {}) {
  const [names, limits] = [NAMES.join(" "), Object.keys(RequestFields.shape.limits.unwrap().shape).join(" ")];
  return showPage(c, {
    title: "New debate · Parley",
    entry: "form-page.js",
    data: { ...data, ...FILE_LIMITS, names, limits },
  });
}

/** `data`: where the page reads the debate; `stage`: for an audience. */
export function showDebate(c: Context<AppEnv>, data: Record<string, string>): Promise<Response> {
  const events = EVENT_NAMES.join(" ");
  return showPage(c, { title: "Debate · Parley", entry: "debate-page.js", data: { ...data, events } });
}

export async function showPage(c: Context<AppEnv>, page: Page): Promise<Response> {
  c.header("Content-Security-Policy", PAGE_CSP);
  c.header("Vary", "Accept-Encoding");
  const text = await shell({ ...page, data: { formats: FORMAT_TITLES, ...page.data } }, await assets());
  const encoding = encodingFor(c.req.header("accept-encoding"));
  const body = await ENCODERS[encoding](new TextEncoder().encode(String(text)));
  if (encoding !== "identity") c.header("Content-Encoding", encoding);
  return c.body(body, 200, { "Content-Type": "text/html; charset=UTF-8" });
}

async function sendAsset(c: Context<AppEnv, "/assets/:version/:name{.+}">): Promise<Response> {
  const files = await assets();
  const asset = files.find(c.req.param("name"));
  if (!asset) throw new ParleyError("not-found", "there is no such file");
  const encoding = encodingFor(c.req.header("accept-encoding"));
  const { body, etag } = await asset.as(encoding);
  c.header("Vary", "Accept-Encoding");
  if (c.req.param("version") === files.version) c.header("Cache-Control", A_YEAR);
  else {
    // A page of an older version gets the current file, and asks for it each time.
    c.header("Cache-Control", "no-cache");
    c.header("ETag", etag);
    if (isNoneMatch(c.req.header("if-none-match"), etag)) return c.body(null, 304);
  }
  if (encoding !== "identity") c.header("Content-Encoding", encoding);
  return c.body(body, 200, { "Content-Type": asset.type });
}
