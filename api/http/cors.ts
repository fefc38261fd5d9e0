/** CORS for the given origins. An OPTIONS request that is no preflight passes through. */
import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import type { AppEnv } from "../base/context.api-base.ts";

export function createCors(origins: string[]): MiddlewareHandler<AppEnv> {
  const handler = cors({
    origin: origins,
    allowMethods: ["GET", "HEAD", "POST", "PUT", "DELETE"],
    allowHeaders: [
      "A2A-Version",
      "Accept",
      "Authorization",
      "Content-Type",
      "Idempotency-Key",
      "If-None-Match",
      "Last-Event-ID",
      "Mcp-Method",
      "Mcp-Name",
      "MCP-Protocol-Version",
      "Prefer",
      "X-Request-Id",
    ],
    exposeHeaders: [
      "Allow",
      "Content-Disposition",
      "ETag",
      "Idempotent-Replayed",
      "Link",
      "Location",
      "Preference-Applied",
      "RateLimit",
      "RateLimit-Policy",
      "Retry-After",
      "WWW-Authenticate",
      "X-Request-Id",
    ],
    maxAge: 600,
  });
  return async (c, next) => {
    const isPreflight = c.req.method === "OPTIONS" && c.req.header("access-control-request-method") !== undefined;
    if (c.req.method === "OPTIONS" && !isPreflight) return next();
    return handler(c, next);
  };
}
