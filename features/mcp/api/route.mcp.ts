/**
 * `POST /mcp`: the Model Context Protocol over HTTP, without sessions. Each call reaches the API's routes as a request of its
 * caller, so scopes, limits and tenants hold as for any other.
 */
import type { McpHttpHandler } from "@modelcontextprotocol/server";
import { requireSameOrigin } from "../../../api/access/origin.ts";
import type { App } from "../../../api/base/context.api-base.ts";
import type { Services } from "../../../api/base/services.ts";
import { createClient } from "../../../api/client/index.ts";
import { readJson } from "../../../api/http/body.http.ts";
import { onlyThese } from "../../../api/http/methods.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import { listenToTasks } from "./listen.mcp.ts";
import { createServers } from "./server.mcp.ts";

export const MCP_PATH = "/mcp";

/** What makes a call the caller's own, and lets its log lines be found. */
const FORWARDED = [
  "authorization",
  "cookie",
  "host",
  "idempotency-key",
  "origin",
  "sec-fetch-site",
  "traceparent",
  "x-request-id",
];

export function registerMcp(app: App, services: Services): void {
  let handler: Promise<McpHttpHandler> | undefined;
  app.post(MCP_PATH, async (c) => {
    // The protocol wants it for callers with keys too.
    requireSameOrigin(c, services.settings);
    const parsedBody = await readJson(c);
    // One request could otherwise ask for the long list of tools thousands of times.
    if (Array.isArray(parsedBody)) throw new ParleyError("invalid-request", "send one message in a request");
    handler ??= createHandler(app, services);
    const headers = new Headers(c.req.raw.headers);
    headers.set("x-request-id", c.get("requestId"));
    const request = new Request(c.req.url, { method: "POST", headers, signal: services.leaving(c) });
    const answer = await (await handler).fetch(request, { parsedBody });
    const client = createClient(ofCaller(app, request));
    return (await listenToTasks(c, services, { sent: parsedBody, answer, client })) ?? answer;
  });
  onlyThese(app, MCP_PATH, ["POST"]);
}

async function createHandler(app: App, { settings, logger }: Services): Promise<McpHttpHandler> {
  const { createMcpHandler } = await import("@modelcontextprotocol/server");
  const servers = await createServers({
    version: settings.version,
    find: async (request) => createClient(ofCaller(app, request)),
  });
  return createMcpHandler(servers, {
    // Its message can contain what the caller sent.
    onerror: ({ name }) => logger.warn({ errorName: name }, "an MCP request was refused"),
  });
}

/** Options of a client whose requests stay in this process. The caller decides about retries. */
function ofCaller(app: App, request: Request | undefined) {
  if (!request) throw new Error("an MCP request without its HTTP request");
  const own = FORWARDED.flatMap((name) => {
    const value = request.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const send: typeof fetch = async (url, init) => {
    const headers = new Headers(init?.headers);
    for (const [name, value] of own) headers.set(name, value);
    return app.fetch(new Request(url, { ...init, headers }));
  };
  return { baseUrl: new URL(request.url).origin, retries: 0, fetch: send };
}
