/** W3C Trace Context: a caller's `traceparent` stands in the log and in the memo of the workflow that its request starts. */

import { tryGetContext } from "hono/context-storage";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./context.ts";

/** Version 00: trace id, parent id, flags. Ids of zeros alone are not valid (https://www.w3.org/TR/trace-context/). */
const VALID = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** What is no valid `traceparent` is as good as none. */
export const traceparent = createMiddleware<AppEnv>(async (c, next) => {
  const given = c.req.header("traceparent");
  if (given && VALID.test(given)) c.set("traceparent", given);
  await next();
});

/** For a workflow that is started while a request is worked on. */
export function traceMemo(): { memo?: { traceparent: string } } {
  const given = tryGetContext<AppEnv>()?.get("traceparent");
  return given ? { memo: { traceparent: given } } : {};
}
