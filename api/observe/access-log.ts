/** Logs one line for each request: route, caller, status and duration. */
import { createMiddleware } from "hono/factory";
import type { AppDeps, AppEnv } from "../base/context.api-base.ts";
import { debateIdIn } from "../http/request-facts.ts";

/** Machines poll these. */
export const QUIET = new Set(["/healthz", "/readyz", "/metrics"]);

export function createAccessLog({ logger }: Pick<AppDeps, "logger">) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const started = performance.now();
    await next();
    if (QUIET.has(c.req.path)) return;
    const ms = Math.round(performance.now() - started);
    const { method } = c.req;
    const { status, headers } = c.res;
    // Only the response names a debate that was just created.
    const made = debateIdIn(headers.get("Location") ?? "");
    logger.info({ ...(made && { debateId: made }), method, status, ms }, "request");
  });
}
