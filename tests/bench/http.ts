/**
 * The API under many clients at once, beside a bare Hono handler that reads one item from DynamoDB. Clients, API,
 * workers, DynamoDB and the model server share this machine.
 *
 *     npm run bench
 */
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import { Hono } from "hono";
import { listen } from "../../infra/serve/listen.ts";
import { debateKey, META } from "../../store/table/keys.table.ts";
import { debaters, requestOf, type World } from "../support/world.ts";

const CLIENTS = 200;
/** Of each client, one after the other; debates are created once, since all of them then run. */
const REQUESTS = 5;

export async function benchHttp(world: World): Promise<string[]> {
  world.models.use(debaters(["p1", "p2"]));
  const { id } = await world.create(requestOf({ maxRounds: 1 }));
  await world.finished(id);
  const bare = await startBare(world, id);
  const debate = `${world.url}/v1/debates/${id}`;
  try {
    const floor = await warm(() => whole(bare.url));
    const rows = {
      get: await warm(() => whole(debate)),
      list: await warm(() => whole(`${world.url}/v1/debates?limit=20`)),
      events: await warm(() => firstEvent(`${debate}/events`)),
      create: await measure(() => world.create(requestOf({ maxRounds: 1 })), 1),
    };
    return [
      `HTTP: ${CLIENTS} clients at once, ms and times the bare Hono handler that reads one DynamoDB item (events: to the first)`,
      line("bare", floor, floor),
      ...Object.entries(rows).map(([name, times]) => line(name, times, floor)),
    ];
  } finally {
    await bare.stop();
  }
}

/** Reads the debate's own item, and answers with it. */
async function startBare(world: World, debateId: string) {
  const { table, ...options } = world.table;
  const client = DynamoDBDocumentClient.from(new DynamoDBClient(options));
  const Key = { PK: debateKey({ tenant: "default", debateId }), SK: META };
  const app = new Hono().get("/", async (c) => {
    const { Item } = await client.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
    return Item ? c.json(Item) : c.notFound();
  });
  const closing = new AbortController();
  const server = await listen({ host: "127.0.0.1", port: 0, closing, build: () => (request) => app.fetch(request) });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      client.destroy();
    },
  };
}

/** Measures the second of two equal runs: the first compiles, connects and fills caches. */
async function warm(ask: () => Promise<unknown>): Promise<number[]> {
  await measure(ask);
  return measure(ask);
}

/** Milliseconds of each request, sorted. */
async function measure(ask: () => Promise<unknown>, requests = REQUESTS): Promise<number[]> {
  const times: number[] = [];
  const client = async () => {
    for (let n = 0; n < requests; n++) {
      const start = performance.now();
      await ask();
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return times.toSorted((a, b) => a - b);
}

async function whole(url: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  await response.text();
}

async function firstEvent(url: string): Promise<void> {
  const leave = new AbortController();
  const { body } = await fetch(url, { headers: { accept: "text/event-stream" }, signal: leave.signal });
  let text = "";
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (text.includes("\ndata: ")) break;
  }
  leave.abort();
}

function line(name: string, times: number[], floor: number[]): string {
  const parts = [50, 99].map((percent) => {
    const at = percentile(times, percent);
    return `p${percent} ${at.toFixed(0)} ms (${(at / percentile(floor, percent)).toFixed(1)}x)`;
  });
  return `  ${name.padEnd(7)} ${parts.join("  ")}  of ${times.length}`;
}

function percentile(sorted: number[], percent: number): number {
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN;
}
