/**
 * What a debate takes of its workers as more of them share the work: requests to the store and KB read, by operation, and
 * processor time. Each debate has 3 speakers at once, 4 rounds and 17 calls. API, workers, Temporal and the engine are
 * processes of their own; models answer at once. No count depends on the machine.
 *
 *     npm run bench -- workers [number of debates]
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startModelServer } from "../support/models/server.ts";
import type { Used } from "../support/processes/measured.ts";
import { startEngine } from "../support/servers/dynamodb.ts";
import { debaters } from "../support/world.ts";
import { CALLS, debateOf17, SPEAKERS, SPEECH } from "./debate-of-17.ts";
import { between } from "./measured.ts";
import { type Engines, startApi, startWorker } from "./waiting/servers.ts";

const DEBATES = 40;
const WORKERS = [1, 2, 4];
/** Before the count, for each worker: it is warm, and its caches hold other debates. */
const WARMING = 4;
const WRITES = ["PutItem", "UpdateItem"];
const READS = ["GetItem", "Query"];

export async function benchWorkers(temporalAddress: string): Promise<string[]> {
  const debates = Number(process.argv.slice(2).find(Number) ?? DEBATES);
  await using open = new AsyncDisposableStack();
  const models = open.adopt(await startModelServer(), (it) => it.stop());
  const script = debaters(SPEAKERS, { turn: () => ({ text: SPEECH, usage: { input: 400, output: 300 } }) });
  models.use((request) => {
    models.forget();
    return script(request);
  });
  console.log(`workers: ${debates} debates of ${CALLS} calls at once; per debate, of all workers`);
  for (const workers of WORKERS) {
    await using engines = new AsyncDisposableStack();
    const dataDir = engines.adopt(await mkdtemp(join(tmpdir(), "parley-workers-")), (it) =>
      rm(it, { recursive: true }),
    );
    const dynamodb = engines.adopt(await startEngine("dynalite"), (it) => it.stop());
    const used = await play({ dataDir, temporalAddress, dynamodb, modelsUrl: models.url }, { workers, debates });
    console.log(`  ${workers === 1 ? "1 worker" : `${workers} workers`}: ${perDebate(used, debates)}`);
  }
  return [];
}

interface Play {
  workers: number;
  debates: number;
}

/** What each worker has used. */
async function play(engines: Engines, { workers, debates }: Play): Promise<Used[]> {
  await using open = new AsyncDisposableStack();
  const start = async () => open.adopt(await startWorker(engines), (it) => it.stop());
  const all = await Promise.all(Array.from({ length: workers }, start));
  const api = open.adopt(await startApi(engines), (it) => it.stop());
  const atOnce = (count: number) => Promise.all(Array.from({ length: count }, () => debateOf17(api.url, "openai")));
  await atOnce(WARMING * workers);
  const before = await Promise.all(all.map((worker) => worker.used()));
  await atOnce(debates);
  const after = await Promise.all(all.map((worker) => worker.used()));
  return after.map((used, n) => between(before[n] as Used, used));
}

function perDebate(used: Used[], debates: number): string {
  const mean = (of: (one: Used) => number) => used.reduce((sum, one) => sum + of(one), 0) / debates;
  const requests = [...WRITES, ...READS].map((name) => `${mean((one) => one.requests[name] ?? 0).toFixed(1)} ${name}`);
  const kilobytes = READS.map((name) => `${mean((one) => (one.answered[name] ?? 0) / 1024).toFixed(1)} KB by ${name}`);
  const main = `${(mean((one) => one.mainSeconds) * 1000).toFixed(0)} ms of main threads`;
  const cpu = `${(mean((one) => one.cpuSeconds) * 1000).toFixed(0)} ms of CPU`;
  return [...requests, ...kilobytes, main, cpu].join(", ");
}
