/**
 * Temporal's web UI behind a check of the caller. The UI accepts any host name, so DNS rebinding could read every
 * workflow.
 */
import { Hono } from "hono";
import { proxy } from "hono/proxy";
import { LOOPBACK } from "../../base/ports.infra-base.ts";
import { type Listening, listen } from "../../serve/listen.ts";
import { namesThisMachine } from "../base/guard.ts";

/** Serves the UI on `port` or the next free one. `upstream` is read for each request: a restarted server may move. */
export function serveTemporalUi(input: { upstream: () => string | null; port: number }): Promise<Listening> {
  const closing = new AbortController();
  return listen({ host: LOOPBACK, port: input.port, closing, build: () => createProxy(input.upstream) });
}

function createProxy(upstream: () => string | null) {
  const app = new Hono();
  app.all("*", async ({ req, text }) => {
    if (!isWelcome(req.raw.headers)) return text("This page is open to its own address only.\n", 403);
    const { pathname, search } = new URL(req.url);
    // The browser follows redirects.
    const request = { raw: req.raw, redirect: "manual" } as const;
    return proxy(`${upstream()}${pathname}${search}`, request).catch(() => text("Temporal does not answer.\n", 502));
  });
  return (request: Request, env: object) => app.fetch(request, env);
}

/** True for pages of the UI and for followed links; false for requests of other sites' pages. */
function isWelcome(headers: Headers): boolean {
  const host = headers.get("host");
  const origin = headers.get("origin");
  if (!namesThisMachine(host) || (origin !== null && origin !== `http://${host}`)) return false;
  const isOwn = [null, "same-origin", "none"].includes(headers.get("sec-fetch-site"));
  return isOwn || (headers.get("sec-fetch-mode") === "navigate" && headers.get("sec-fetch-dest") === "document");
}
