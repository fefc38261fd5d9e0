/** One line per request: which route, who asked, how it ended and how long it took. */
import { createMiddleware } from "hono/factory";
import type { AppDeps, AppEnv } from "./context.ts";
import { debateIdIn } from "./request-facts.ts";

/** Asked for all the time, by machines. */
export const QUIET = new Set(["/healthz", "/readyz", "/metrics"]);

export function createAccessLog({ logger }: Pick<AppDeps, "logger">) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const started = performance.now();
    await next();
    if (QUIET.has(c.req.path)) return;
    const ms = Math.round(performance.now() - started);
    const { method } = c.req;
    const { status, headers } = c.res;
    // A debate that was made just now is named by the answer alone.
    const made = debateIdIn(headers.get("Location") ?? "");
    logger.info({ ...(made && { debateId: made }), method, status, ms }, "request");
  });
}
