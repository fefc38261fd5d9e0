/**
 * Without API keys whoever reaches the server may do everything, and a page in a browser of this machine could
 * reach it by a name of its own that leads here (DNS rebinding). So only names that are known to be ours are answered.
 */
import { createMiddleware } from "hono/factory";
import { ParleyError } from "../domain/errors.ts";
import type { AppEnv } from "./context.ts";

const OURS = ["localhost", "127.0.0.1", "[::1]"];

/** `hosts`: further names, without ports. Throws `misdirected-request` for a request to any other name. */
export function requireKnownHost(hosts: string[]) {
  const known = new Set([...OURS, ...hosts].map((host) => host.toLowerCase()));
  return createMiddleware<AppEnv>(async (c, next) => {
    const { hostname } = new URL(c.req.url);
    const named = c.req.header("host")?.replace(/:\d+$/, "").toLowerCase() ?? hostname;
    if (!known.has(named)) throw new ParleyError("misdirected-request", "this server does not answer to that name");
    await next();
  });
}
