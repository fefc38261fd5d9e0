/**
 * Protects servers on this machine from web pages, which reach any loopback port: directly, which the browser marks, or
 * by DNS rebinding, which shows in `Host`.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders, RequestListener, Server, ServerResponse } from "node:http";

/** The key that callers send, and where. */
export interface EngineKey {
  key: string;
  keyIn: (headers: IncomingHttpHeaders) => string | undefined;
}

/**
 * Rejects all but our own processes with 403 before reading the body, and closes the connection. Upgrades become
 * ordinary requests.
 */
export function guard(server: Server, { key, keyIn }: EngineKey): void {
  const handlers = server.listeners("request") as RequestListener[];
  server.removeAllListeners("request");
  server.removeAllListeners("upgrade");
  server.on("request", (request, response) => {
    const { headers, socket } = request;
    const places = [`localhost:${socket.localPort}`, `127.0.0.1:${socket.localPort}`];
    if (isFromPage(headers) || !places.includes(headers.host ?? "")) return refuse(response);
    if (!isSame(keyIn(headers) ?? "", key)) return refuse(response);
    for (const handle of handlers) handle(request, response);
  });
}

/** True if `Host` names this machine, or is in `more`. Any port: a tunnel may change it. */
export function namesThisMachine(host: string | null | undefined, ...more: string[]): boolean {
  return ["localhost", "127.0.0.1", "[::1]", ...more].includes(host?.replace(/:\d+$/, "") ?? "");
}

/** Browsers add these headers. Node's `fetch` adds `Sec-Fetch-Mode`, so that one proves nothing. */
function isFromPage(headers: IncomingHttpHeaders): boolean {
  return headers.origin !== undefined || headers["sec-fetch-site"] !== undefined;
}

function refuse(response: ServerResponse): void {
  response.writeHead(403, { connection: "close", "content-type": "application/json" });
  // In DynamoDB's format, so that AWS clients show the reason.
  const message = "this server answers Parley's own processes only, which know its key";
  response.end(JSON.stringify({ __type: "AccessDeniedException", message }));
}

/** Constant time. */
function isSame(given: string, key: string): boolean {
  return timingSafeEqual(digest(given), digest(key));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
