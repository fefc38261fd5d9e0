/** What every line of the log says of its request. No raw path, query, header or body: people write texts into all. */
import type { Context } from "hono";
import { matchedRoutes } from "hono/route";
import type { AppEnv } from "./context.ts";
import { isDebateId } from "./ids.ts";

/** The route's template as OpenAPI writes it; `unmatched` for an address that does not exist with this method. */
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

/** The first debate that an address names. */
export function debateIdIn(address: string): string | undefined {
  return address.split("/").find(isDebateId);
}
