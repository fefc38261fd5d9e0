/** One line per request, without query strings, headers or bodies. */
import { createMiddleware } from "hono/factory";
import type { AppDeps, AppEnv } from "./context.ts";

const QUIET = new Set(["/healthz", "/readyz"]);

export function createAccessLog({ logger }: Pick<AppDeps, "logger">) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const started = performance.now();
    await next();
    if (QUIET.has(c.req.path)) return;
    const { method, path } = c.req;
    const ms = Math.round(performance.now() - started);
    const caller = c.get("caller");
    const who = caller && { tenant: caller.tenant, ...(caller.key && { keyId: caller.key.id }) };
    logger.info({ requestId: c.get("requestId"), method, path, status: c.res.status, ms, ...who }, "request");
  });
}
