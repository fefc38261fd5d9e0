/** What is answered to a method that an address does not have. */
import type { Context } from "hono";
import { ParleyError } from "../domain/errors.ts";
import type { App, AppEnv } from "./context.ts";
import { problem } from "./errors.ts";

/** OPTIONS is told what there is; every other method that is not there is refused. */
export function otherMethods(c: Context<AppEnv>, methods: string[]): Response {
  const allow = [...methods, "OPTIONS"].toSorted().join(", ");
  // Not `c.body`: it would keep the type of the 404 that this answer replaces.
  if (c.req.method === "OPTIONS") return new Response(null, { status: 204, headers: { Allow: allow } });
  const refusal = problem(c, new ParleyError("method-not-allowed", `${c.req.method} is not allowed here`));
  refusal.headers.set("Allow", allow);
  return refusal;
}

/** Closes an address, once its own routes stand, to those of a pattern beside it: `search` is no template's id. */
export function onlyThese(app: App, path: string, methods: string[]): void {
  app.all(path, (c) => otherMethods(c, methods));
}
