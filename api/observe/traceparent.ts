/** W3C Trace Context: the log and the memo of a started workflow contain the caller's `traceparent`. */
import { tryGetContext } from "hono/context-storage";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../base/context.api-base.ts";

/** Version 00: trace id, parent id, flags. Ids of zeros alone are not valid (https://www.w3.org/TR/trace-context/). */
const VALID = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Ignores an invalid `traceparent`. */
export const traceparent = createMiddleware<AppEnv>(async (c, next) => {
  const given = c.req.header("traceparent");
  if (given && VALID.test(given)) c.set("traceparent", given);
  await next();
});

/** The memo of a workflow that a request starts. */
export function traceMemo(): { memo?: { traceparent: string } } {
  const given = tryGetContext<AppEnv>()?.get("traceparent");
  return given ? { memo: { traceparent: given } } : {};
}
