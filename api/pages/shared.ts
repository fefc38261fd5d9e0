/** What a share link opens: the page of its debate, the debate, its events and its transcript; all of it only to read. */
import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { html } from "hono/html";
import { ParleyError } from "../../domain/errors.ts";
import type { App, AppEnv } from "../context.ts";
import { htmlPage, pageCsp } from "../html-page.ts";
import type { Services } from "../services.ts";
import { showPage } from "./routes.ts";
import { createShares, type Shared, withShared } from "./shares.ts";

/** By the part of the address behind the token: where a key's holder finds the same. */
const PARTS: Record<string, string> = { debate: "", events: "/events", transcript: "/transcript" };
const PASSED_ON = ["accept", "last-event-id", "if-none-match"];

export function registerShared(app: App, services: Services): void {
  const shares = createShares(services.settings.secret);
  const open = (token: string) => shares.open(token, services.now());

  app.get("/shared/:token", (c) => {
    const token = c.req.param("token");
    if (!open(token)) return showEnd(c);
    return showPage(c, {
      title: "Debate · Parley",
      entry: "debate-page.js",
      data: { api: `/shared/${token}`, shared: "true" },
    });
  });

  app.get("/shared/:token/:part", async (c) => {
    const shared = open(c.req.param("token"));
    const part = c.req.param("part");
    if (!shared) throw new ParleyError("not-found", "this link is over, or it is not whole");
    if (!Object.hasOwn(PARTS, part)) throw new ParleyError("not-found", "there is no such page");
    const request = ownRequest(c, { shared, path: PARTS[part] ?? "", signal: services.leaving(c) });
    return app.fetch(request, withShared(c.env as object, shared));
  });
}

/** The same request, as a key's holder would send it. */
function ownRequest(
  c: Context<AppEnv>,
  { shared, path, signal }: { shared: Shared; path: string; signal: AbortSignal },
) {
  const url = new URL(c.req.url);
  url.pathname = `/v1/debates/${shared.debateId}${path}`;
  const headers = PASSED_ON.flatMap((name): [string, string][] => {
    const value = c.req.header(name);
    return value === undefined ? [] : [[name, value]];
  });
  const host = c.req.header("host");
  return new Request(url, {
    method: c.req.method,
    headers: [...headers, ...(host === undefined ? [] : [["host", host] as [string, string]])],
    signal,
  });
}

function showEnd(c: Context<AppEnv>): Response | Promise<Response> {
  const nonce = randomBytes(16).toString("base64url");
  c.header("Content-Security-Policy", pageCsp(nonce));
  const body = html`<h1>This link does not work any more</h1>
<p>Its time is over, or it was not copied whole. Ask whoever gave it to you for a new one.</p>`;
  return c.html(htmlPage({ title: "This link does not work any more", nonce, body }), 404);
}
