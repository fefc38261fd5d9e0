/** Fields of every log line. Never a raw path, query, header or body, which can contain private texts. */
import type { Context } from "hono";
import { matchedRoutes } from "hono/route";
import type { AppEnv } from "../base/context.api-base.ts";
import { isDebateId } from "../base/ids.api-base.ts";

/** The route's OpenAPI template; `unmatched` if no route has this address and method. */
export function routeOf(c: Context<AppEnv>): string {
  const route = matchedRoutes(c).find(({ method }) => method !== "ALL");
  return route ? route.path.replaceAll(/:(\w+)/g, "{$1}") : "unmatched";
}

export function requestFacts(c: Context<AppEnv>) {
  const debateId = debateIdIn(c.req.path);
  const caller = c.get("caller");
  const traceId = c.get("traceparent")?.split("-")[1];
  return {
    requestId: c.get("requestId"),
    ...(traceId && { traceId }),
    route: routeOf(c),
    ...(caller && { tenant: caller.tenant, ...(caller.key && { keyId: caller.key.id }) }),
    ...(debateId !== undefined && { debateId }),
  };
}

/** The first debate id in an address. */
export function debateIdIn(address: string): string | undefined {
  return address.split("/").find(isDebateId);
}
