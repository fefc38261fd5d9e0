/**
 * Serves the metrics of a process without an API. It requires no key: keep its port private. On a loopback address it
 * answers only to this machine's names, against DNS rebinding.
 */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Meter } from "../../api/base/context.api-base.ts";
import { isLoopback } from "../base/ports.infra-base.ts";
import { namesThisMachine } from "../local/base/guard.ts";

export interface MetricsListener {
  url: string;
  stop(): Promise<void>;
}

/** Rejects if the port is taken, because scrapers would read another process. */
export async function serveMetrics(input: { meter: Meter; host: string; port: number }): Promise<MetricsListener> {
  const { meter, host, port } = input;
  const server = createServer((request, response) => {
    const isForeign = isLoopback(host) && !namesThisMachine(request.headers.host, host);
    if (isForeign) response.writeHead(403, { connection: "close" }).end();
    else if (request.method === "GET" && request.url === "/metrics") void answer(response, meter);
    else response.writeHead(404).end();
  });
  server.listen(port, host);
  await once(server, "listening");
  const { port: used } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${used}/metrics`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function answer(response: ServerResponse, meter: Meter): Promise<void> {
  const { contentType, text } = await meter.expose();
  response.writeHead(200, { "content-type": contentType, "cache-control": "no-store" }).end(text);
}
