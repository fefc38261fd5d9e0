/** JSON as the API sends it: ended by a line break, so that a terminal's prompt begins a line of its own. */
import { createMiddleware } from "hono/factory";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { AppEnv } from "./context.api-base.ts";

export function jsonText(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** Makes `c.json` write `jsonText`. */
export const endsJsonLines = createMiddleware<AppEnv>(async (c, next) => {
  const json = (value: unknown, status?: ContentfulStatusCode): Response => {
    return c.body(jsonText(value), status, { "Content-Type": "application/json" });
  };
  c.json = json as typeof c.json;
  await next();
});
