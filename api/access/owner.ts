/** Whose request it is, for everything that requests share: tenants first, then the keys of each. */
import type { Context } from "hono";
import type { AppEnv } from "../context.ts";

export interface Owner {
  tenant: string;
  /** A key, a token's subject or a share link. null: the only user of an install without keys, or the server itself. */
  key: string | null;
}

export const SERVER: Owner = { tenant: "", key: null };
/** Of addresses that need no key, on an install that has some. */
const STRANGERS: Owner = { tenant: "", key: "strangers" };

export function ownerOf(c: Context<AppEnv>): Owner {
  const caller = c.get("caller");
  return caller ? { tenant: caller.tenant, key: caller.holder?.id ?? null } : STRANGERS;
}
