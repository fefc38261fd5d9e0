/** A small server for the metrics of a process that has no API. It asks for no key: keep its port to yourself. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Meter } from "../../api/meter.ts";

export interface MetricsListener {
  url: string;
  stop(): Promise<void>;
}

/** Rejects when the port is taken: whoever scrapes it would read another process. */
export async function serveMetrics(input: { meter: Meter; host: string; port: number }): Promise<MetricsListener> {
  const { meter, host, port } = input;
  const server = createServer((request, response) => {
    if (request.method === "GET" && request.url === "/metrics") void answer(response, meter);
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
