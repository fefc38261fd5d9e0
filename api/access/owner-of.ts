import type { Context } from "hono";
import type { AppEnv } from "../base/context.api-base.ts";
import type { Owner } from "../base/owner.api-base.ts";

/** Of addresses that need no key, on an install that has some. */
const STRANGERS: Owner = { tenant: "", key: "strangers" };

export function ownerOf(c: Context<AppEnv>): Owner {
  const caller = c.get("caller");
  return caller ? { tenant: caller.tenant, key: caller.holder?.id ?? null } : STRANGERS;
}
