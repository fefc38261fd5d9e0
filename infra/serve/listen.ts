/** An HTTP server on a free port. At its end it accepts no requests, ends streams, and cuts off stragglers. */

import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { problemBody } from "../../api/base/errors.api-base.ts";
import { jsonText } from "../../api/base/json-text.ts";
import { ParleyError } from "../../domain/base/errors.base.ts";
import { ConfigError } from "../base/config.infra-base.ts";
import { ownCommand } from "../base/own-commands.ts";
import { isLoopback, portFrom } from "../base/ports.infra-base.ts";

/** Milliseconds. */
const PATIENCE_MS = 60_000;
const LOOKS = 4;

/** Cuts off readers that take nothing of their answer for long: answers that are not read take memory. */
function cutOffReaders(server: Server, patienceMs = PATIENCE_MS): void {
  const open = new Set<ServerResponse>();
  const unread = new WeakSet<Socket>();
  server.on("request", (_, response: ServerResponse) => {
    open.add(response);
    response.once("close", () => open.delete(response));
  });
  // Only while bytes are unread: an answer may take its time, since its debate runs.
  const look = ({ socket }: ServerResponse) => {
    if (!socket || socket.writableLength > 0 === unread.has(socket)) return;
    // A socket's own timeout ends the connection; it counts from the last byte that the reader took.
    if (unread.delete(socket)) socket.setTimeout(0);
    else unread.add(socket.setTimeout(patienceMs));
  };
  const timer = setInterval(() => open.forEach(look), patienceMs / LOOKS).unref();
  server.once("close", () => clearInterval(timer));
}

type Fetch = (request: Request, env: object) => Response | Promise<Response>;

export interface Listening {
  url: string;
  port: number;
  stop(): Promise<void>;
}

const STRAGGLERS_MS = 3_000;
/** Connections that wait to be taken: beyond them a caller's next one comes a second or more later. The kernel has its own limit. */
const BACKLOG = 4_096;

/**
 * Without API keys or an issuer (`guarded` false) every caller may do everything, so only this machine may connect.
 * Throws `ConfigError`.
 */
export function requireGuarded(host: string, guarded: boolean): void {
  if (guarded || isLoopback(host)) return;
  throw new ConfigError([
    "HOST is not a loopback address, and there are no API keys yet, so Parley listens on this machine only: " +
      `make a key first (\`${ownCommand("keys create")}\`), set OIDC_ISSUER, or use 127.0.0.1`,
  ]);
}

/**
 * Listens on `port` or the next free one; `build` receives the address and returns the handler. `stop` first aborts
 * `closing`, so that streams end.
 */
export async function listen(input: {
  host: string;
  port: number;
  /** Keys or tokens are required; missing: they are not. */
  guarded?: boolean;
  closing: AbortController;
  /** Ends the connection of a reader that takes nothing of its answer for so many milliseconds. Default: 60,000. */
  readerMs?: number;
  build: (url: string) => Fetch;
}): Promise<Listening> {
  requireGuarded(input.host, input.guarded ?? false);
  const server = createServer();
  answerOverlong(server);
  cutOffReaders(server, input.readerMs);
  const port = await bind(server, input.port, input.host);
  const url = `http://${reachable(input.host)}:${port}`;
  const handle = getRequestListener(input.build(url));
  server.on("request", (request, response) => {
    // A connection that becomes idle after the stop would delay it by its keep-alive.
    response.once("close", () => input.closing.signal.aborted && setImmediate(() => server.closeIdleConnections()));
    void handle(request, response);
  });
  return { url, port, stop: () => close(server, input.closing) };
}

/** The host name for a server that listens on `host`. */
function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

async function bind(server: Server, wanted: number, host: string): Promise<number> {
  for (;;) {
    const port = await portFrom(wanted, host);
    try {
      server.listen({ port, host, backlog: BACKLOG });
      await once(server, "listening");
      return (server.address() as AddressInfo).port;
    } catch (error) {
      // Another process took the port in between.
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    }
  }
}

async function close(server: Server, closing: AbortController): Promise<void> {
  const closed = once(server, "close");
  server.close();
  closing.abort();
  server.closeIdleConnections();
  const stragglers = setTimeout(() => server.closeAllConnections(), STRAGGLERS_MS);
  await closed;
  clearTimeout(stragglers);
}

// Answers requests whose headers Node's parser rejects, before the API sees them.

/** Overlong headers get a problem response; input that is not HTTP gets a bare 400. */
function answerOverlong(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
    else
      socket.end(
        error.code === "HPE_HEADER_OVERFLOW" ? overlong() : "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n",
      );
  });
}

function overlong(): string {
  const requestId = randomUUID();
  const error = new ParleyError("headers-too-large", "the address and the headers are longer than 16 KiB");
  const body = jsonText(problemBody(error, { instance: "*", requestId }));
  return [
    "HTTP/1.1 431 Request Header Fields Too Large",
    "Content-Type: application/problem+json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    "Connection: close",
    "",
    body,
  ].join("\r\n");
}
