/** An HTTP server that answers one request after another as scripted; one more than that is an error. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}

export async function scripted(...answers: Handler[]): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = "", url = "", headers } = request;
    seen.push({ method, url, headers, body: await text(request) });
    const answer = answers[seen.length - 1];
    if (!answer) throw new Error(`unexpected request ${method} ${url}`);
    answer(request, response);
  };
  const server = createServer((request, response) => void serve(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

export const json =
  (body: unknown, status = 200): Handler =>
  (_, response) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

export const refuse =
  (status: number, problem: object, headers: Record<string, string> = {}): Handler =>
  (_, response) =>
    response.writeHead(status, { "content-type": "application/problem+json", ...headers }).end(JSON.stringify(problem));

/** The line breaks before anything is answered. */
export const hangUp: Handler = (request) => request.socket.destroy();
