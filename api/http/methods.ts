/** Responses to methods that an address does not have. */
import type { Context } from "hono";
import { ParleyError } from "../../domain/base/errors.base.ts";
import type { App, AppEnv } from "../base/context.api-base.ts";
import { problem } from "../base/errors.api-base.ts";

/** Answers OPTIONS with `Allow`, and refuses other methods. */
export function otherMethods(c: Context<AppEnv>, methods: string[]): Response {
  const allow = [...methods, "OPTIONS"].toSorted().join(", ");
  // `c.body` would keep the type of the 404 that this replaces.
  if (c.req.method === "OPTIONS") return new Response(null, { status: 204, headers: { Allow: allow } });
  const refusal = problem(c, new ParleyError("method-not-allowed", `${c.req.method} is not allowed here`));
  refusal.headers.set("Allow", allow);
  return refusal;
}

/** Keeps an address from matching a later pattern: `search` is no template's id. Call it after the address's own routes. */
export function onlyThese(app: App, path: string, methods: string[]): void {
  app.all(path, (c) => otherMethods(c, methods));
}
