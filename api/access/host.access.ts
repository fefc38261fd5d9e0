/**
 * Accepts only requests to known host names. Otherwise a web page could reach a server without API keys through a name of
 * its own that resolves to this machine (DNS rebinding).
 */
import { createMiddleware } from "hono/factory";
import { ParleyError } from "../../domain/base/errors.base.ts";
import type { AppEnv } from "../base/context.api-base.ts";

const OURS = ["localhost", "127.0.0.1", "[::1]"];

/** `hosts`: additional names, without ports. Throws `misdirected-request` for any other name. */
export function requireKnownHost(hosts: string[]) {
  const known = new Set([...OURS, ...hosts].map((host) => host.toLowerCase()));
  return createMiddleware<AppEnv>(async (c, next) => {
    const { hostname } = new URL(c.req.url);
    const named = c.req.header("host")?.replace(/:\d+$/, "").toLowerCase() ?? hostname;
    if (!known.has(named)) throw new ParleyError("misdirected-request", "this server does not have that name");
    await next();
  });
}
