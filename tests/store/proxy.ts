/** Stands before an engine and makes its network misbehave: real requests, real answers, lost on the way. */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Seen {
  /** `PutItem`, `Query` … */
  operation: string;
  body: string;
}
/** What happens to a request: nothing, it is lost before or its answer after the engine took it, or it is one too many. */
export type Fate = "pass" | "lose-request" | "lose-answer" | "throttle";

export interface Proxy {
  endpoint: string;
  /** Every request that came in. */
  seen: Seen[];
  count(operation?: string): number;
  /** Decides on each request from now on. */
  decide(fate: (seen: Seen) => Fate): void;
  stop(): Promise<void>;
}

const JSON_1_0 = { "content-type": "application/x-amz-json-1.0" };
const THROTTLED = JSON.stringify({
  __type: "com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException",
  message: "The level of configured provisioned throughput for the table was exceeded.",
});

export async function startProxy(target: string): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true });
  const seen: Seen[] = [];
  let fateOf: (seen: Seen) => Fate = () => "pass";

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await text(req);
    const one = { operation: String(req.headers["x-amz-target"]).split(".")[1] ?? "", body };
    seen.push(one);
    const fate = fateOf(one);
    if (fate === "lose-request") return void res.destroy();
    if (fate === "throttle") return void res.writeHead(400, JSON_1_0).end(THROTTLED);
    const answer = await forward({ target, agent, req, body });
    if (fate === "lose-answer") return void res.destroy();
    res.writeHead(answer.status, JSON_1_0).end(answer.body);
  }

  const server = createServer((req, res) => void handle(req, res).catch(() => res.destroy()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    count: (operation) => seen.filter((one) => !operation || one.operation === operation).length,
    decide: (fate) => {
      fateOf = fate;
    },
    async stop() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The first `times` requests of an operation meet this fate. */
export function first(times: number, operation: string, fate: Fate): (seen: Seen) => Fate {
  let left = times;
  return (seen) => (seen.operation === operation && left-- > 0 ? fate : "pass");
}

async function text(stream: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function forward(input: { target: string; agent: Agent; req: IncomingMessage; body: string }) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  const { method } = input.req;
  // The engine answers to its own name only.
  const headers = { ...input.req.headers, host: new URL(input.target).host };
  const out = request(input.target, { agent: input.agent, method, headers }, (answer) => {
    text(answer).then((body) => resolve({ status: answer.statusCode ?? 500, body }), reject);
  });
  out.on("error", reject).end(input.body);
  return promise;
}
