/**
 * Share links: a signed token that lets anybody read one debate until it ends. Reading goes through the routes that a key
 * would use, as a caller who may read this debate and nothing else.
 */
import type { Context } from "hono";
import type { AppEnv } from "../context.ts";
import { createSeal } from "./seal.ts";

export interface Shared {
  tenant: string;
  debateId: string;
}

export interface Shares {
  make(shared: Shared, until: Date): string;
  /** null for a token that is over, altered, or not ours. */
  open(token: string, now: Date): Shared | null;
}

export function createShares(secret: string): Shares {
  const seal = createSeal(secret, "parley share");
  return {
    make: ({ tenant, debateId }, until) => seal.close({ of: [tenant, debateId], until: until.getTime() }),
    open(token, now) {
      const [tenant, debateId] = seal.open(token, now)?.of ?? [];
      return tenant !== undefined && debateId !== undefined ? { tenant, debateId } : null;
    },
  };
}

/** No request from outside can carry it. */
const SHARED = Symbol("shared");

/** What goes with a request that the server makes to itself for a reader of a share. */
export function withShared(env: object, shared: Shared): object {
  return { ...env, [SHARED]: shared };
}

export function sharedIn(c: Context<AppEnv>): Shared | undefined {
  return (c.env as { [SHARED]?: Shared } | undefined)?.[SHARED];
}
