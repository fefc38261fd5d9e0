/** `X-Request-Id`: the caller's own if it is harmless, else a new one. It is on every response but scripts and styles, and on every log line. */
import { randomUUID } from "node:crypto";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../base/context.api-base.ts";
import { isScriptOrStyle } from "../http/headers.http.ts";

const HARMLESS = /^[\w.:@/+=-]{1,128}$/;

export const requestId = createMiddleware<AppEnv>(async (c, next) => {
  const given = c.req.header("x-request-id");
  const id = given && HARMLESS.test(given) ? given : randomUUID();
  c.set("requestId", id);
  await next();
  // Nobody asks about a script by its id, and a page loads dozens.
  if (!isScriptOrStyle(c.res.headers)) c.res.headers.set("X-Request-Id", id);
});
