/** An HTTP server on a free port, and its end: no new requests, streams told to close, stragglers cut off. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { ConfigError } from "./config.ts";
import { portFrom } from "./local/ports.ts";
import { answerOverlong } from "./overlong.ts";

type Fetch = (request: Request, env: object) => Response | Promise<Response>;

export interface Listening {
  /** Without a trailing slash. */
  url: string;
  port: number;
  stop(): Promise<void>;
}

const STRAGGLERS_MS = 3_000;

export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * While there is neither an API key nor an issuer (`guarded` false), whoever reaches the server may do everything: so
 * only this machine may reach it. Throws `ConfigError`.
 */
export function requireGuarded(host: string, guarded: boolean): void {
  if (guarded || isLoopback(host)) return;
  throw new ConfigError([
    "HOST is not a loopback address, and there are no API keys yet, so Parley listens on this machine only: " +
      "make a key first (`npm run keys -- create`), set OIDC_ISSUER, or use 127.0.0.1",
  ]);
}

/**
 * Listens on `port` or the next free one; `build` gets the address and makes the handler. `closing` is aborted at the
 * start of `stop`, so that streams end by themselves.
 */
export async function listen(input: {
  host: string;
  port: number;
  /** A key or an issuer's token is asked for; missing: not. */
  guarded?: boolean;
  closing: AbortController;
  build: (url: string) => Fetch;
}): Promise<Listening> {
  requireGuarded(input.host, input.guarded ?? false);
  const server = createServer();
  answerOverlong(server);
  const port = await bind(server, input.port, input.host);
  const url = `http://${reachable(input.host)}:${port}`;
  const handle = getRequestListener(input.build(url));
  server.on("request", (request, response) => {
    // A connection that falls idle after the stop would keep the server waiting for its keep-alive.
    response.once("close", () => input.closing.signal.aborted && setImmediate(() => server.closeIdleConnections()));
    void handle(request, response);
  });
  return { url, port, stop: () => close(server, input.closing) };
}

/** The name by which this machine reaches a server that listens on `host`. */
function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
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
