/** An HTTP server on a free port, and its end: no new requests, streams told to close, stragglers cut off. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { ConfigError } from "./config.ts";
import { portFrom } from "./local/ports.ts";

type Fetch = (request: Request, env: object) => Response | Promise<Response>;

export interface Listening {
  /** Without a trailing slash. */
  url: string;
  port: number;
  stop(): Promise<void>;
}

const STRAGGLERS_MS = 3_000;

/** Until there are API keys, whoever reaches the server may do everything: so only this machine may reach it. */
export function requireLoopback(host: string): void {
  if (host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host)) return;
  throw new ConfigError([
    `HOST is not a loopback address. Parley has no API keys yet, so it listens on this machine only: use 127.0.0.1`,
  ]);
}

/**
 * Listens on `port` or the next free one; `build` gets the address and makes the handler. `closing` is aborted at the
 * start of `stop`, so that streams end by themselves.
 */
export async function listen(input: {
  host: string;
  port: number;
  closing: AbortController;
  build: (url: string) => Fetch;
}): Promise<Listening> {
  requireLoopback(input.host);
  const server = createServer();
  const port = await bind(server, input.port, input.host);
  const url = `http://${input.host.includes(":") ? `[${input.host}]` : input.host}:${port}`;
  const handle = getRequestListener(input.build(url));
  server.on("request", (request, response) => {
    // A connection that falls idle after the stop would keep the server waiting for its keep-alive.
    response.once("close", () => input.closing.signal.aborted && setImmediate(() => server.closeIdleConnections()));
    void handle(request, response);
  });
  return { url, port, stop: () => close(server, input.closing) };
}

async function bind(server: Server, wanted: number, host: string): Promise<number> {
  for (;;) {
    const port = await portFrom(wanted, host);
    try {
      server.listen(port, host);
      await once(server, "listening");
      return (server.address() as AddressInfo).port;
    } catch (error) {
      // Somebody took it between the look and the listening.
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
