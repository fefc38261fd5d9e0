/** Whose share a request reads by: the server sends itself such requests. */
import type { Context } from "hono";
import type { AppEnv } from "./context.api-base.ts";
import type { Shared } from "./services.ts";

/** A request from outside cannot carry a symbol. */
const SHARED = Symbol("shared");

/** The environment of a request that the server sends to itself for a share's reader. */
export function withShared(env: object, shared: Shared): object {
  return { ...env, [SHARED]: shared };
}

export function sharedIn(c: Context<AppEnv>): Shared | undefined {
  return (c.env as { [SHARED]?: Shared } | undefined)?.[SHARED];
}
