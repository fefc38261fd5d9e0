/** Stands before a DynamoDB engine and notes of each request what it asks for and how many bytes went and came. */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export interface Asked {
  /** `PutItem`, `Query` … */
  operation: string;
  sent: number;
  received: number;
  /** It writes text chunks, whose number is a matter of time. */
  isOfDeltas: boolean;
  /** Bytes of the state that a put of META brings; 0 of all other requests. */
  meta: number;
}

export interface Counted {
  endpoint: string;
  asked: Asked[];
  stop(): Promise<void>;
}

export async function startCounted(engine: string): Promise<Counted> {
  const agent = new Agent({ keepAlive: true });
  const asked: Asked[] = [];

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await buffer(req);
    // The engine answers to its own name only.
    const headers = { ...req.headers, host: new URL(engine).host };
    const answer = await forward({ engine, agent, headers, body });
    const operation = String(req.headers["x-amz-target"]).split(".")[1] ?? "";
    const isOfDeltas = body.includes('"deltas":{"BOOL":true}');
    const [sent, received] = [body.length, answer.body.length];
    asked.push({ operation, sent, received, isOfDeltas, meta: metaIn(operation, body) });
    res.writeHead(answer.status, { "content-type": "application/x-amz-json-1.0" }).end(answer.body);
  }

  const server = createServer((req, res) => void handle(req, res).catch(() => res.destroy()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async stop() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function metaIn(operation: string, body: Buffer): number {
  return operation === "UpdateItem" && body.includes('"SK":{"S":"META"}') ? body.length : 0;
}

interface Forwarded {
  engine: string;
  agent: Agent;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

function forward({ engine, agent, headers, body }: Forwarded) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: Buffer }>();
  const out = request(engine, { agent, method: "POST", headers }, (answer) => {
    buffer(answer).then((whole) => resolve({ status: answer.statusCode ?? 500, body: whole }), reject);
  });
  out.on("error", reject).end(body);
  return promise;
}
