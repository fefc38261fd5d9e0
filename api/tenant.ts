/** Whose debates a request may see. One tenant for now: keys will set it here, and nothing else has to change. */
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./context.ts";

const DEFAULT_TENANT = "default";

export const tenant = createMiddleware<AppEnv>(async (c, next) => {
  c.set("tenant", DEFAULT_TENANT);
  await next();
});
