/** A share link's addresses, for reading only: the page, the debate, its events and its transcript. */

import type { Context } from "hono";
import { html } from "hono/html";
import type { App, AppEnv } from "../../../api/base/context.api-base.ts";
import type { Services, Shared } from "../../../api/base/services.ts";
import { withShared } from "../../../api/base/shared-in.ts";
import { sendHtmlPage } from "../../../api/http/html-page.ts";
import { showDebate } from "../../../api/pages/pages.routes.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import type { Watching } from "./watch.shares-api.ts";

/** Part of the address after the token → rest of the debate's own address. These routes ask `readerOf` what to show. */
const PARTS: Record<string, string> = { debate: "", events: "/events", transcript: "/transcript" };
const PASSED_ON = ["accept", "last-event-id", "if-none-match"];

export function registerShared(app: App, services: Services): void {
  const { shares } = services;

  app.get("/shared/:token", async (c) => {
    const shared = await shares.open(c.req.param("token"));
    if (!shared) return showEnd(c);
    return showDebate(c, { api: shared.path, shared: "true" });
  });

  app.get("/shared/:token/stage", async (c) => {
    const shared = await shares.open(c.req.param("token"));
    if (!shared) return showEnd(c);
    return showDebate(c, { api: shared.path, shared: "true", stage: "true" });
  });

  app.get("/shared/:token/:part", async (c) => {
    const { token, part } = c.req.param();
    const shared = await shares.open(token);
    if (!shared) throw isOver();
    if (!Object.hasOwn(PARTS, part)) throw new ParleyError("not-found", "there is no such page");
    const watch = shares.watch(token);
    const signal = AbortSignal.any([services.leaving(c), watch.over]);
    const request = ownRequest(c, { shared, path: PARTS[part] ?? "", signal });
    return watched(watch, async () => app.fetch(request, withShared(c.env as object, shared)));
  });
}

/** The response, cut off when the share ends. The watch ends with the response. */
async function watched(watch: Watching, ask: () => Promise<Response>): Promise<Response> {
  const end = () => watch[Symbol.dispose]();
  try {
    const response = await ask();
    if (watch.over.aborted) throw isOver();
    const body = response.body?.pipeThrough(new TransformStream({ flush: end, cancel: end }));
    if (!body) end();
    return new Response(body ?? null, response);
  } catch (error) {
    end();
    throw error;
  }
}

function isOver(): ParleyError {
  return new ParleyError("not-found", "this link has ended or is incomplete");
}

/** The same request to the debate's own address. */
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
  const body = html`<h1>This link does not work any more</h1>
<p>It has expired, was revoked, or was not copied whole. Ask the person who gave it to you for a new one.</p>`;
  return sendHtmlPage(c, { title: "This link does not work any more", body, status: 404 });
}
