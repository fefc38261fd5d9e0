/** `X-Request-Id`: the caller's own if it is harmless, else a new one. It is on every response and log line. */
import { randomUUID } from "node:crypto";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../context.ts";

const HARMLESS = /^[\w.:@/+=-]{1,128}$/;

export const requestId = createMiddleware<AppEnv>(async (c, next) => {
  const given = c.req.header("x-request-id");
  const id = given && HARMLESS.test(given) ? given : randomUUID();
  c.set("requestId", id);
  await next();
  c.res.headers.set("X-Request-Id", id);
});
