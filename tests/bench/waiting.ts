/**
 * Debates that wait for their owners, a third each for answers, for their start and for a decision: how fast they are
 * begun, what they take of a worker while they wait, how long a restart of it takes, and how they go on when all their
 * owners act at once. Temporal, the engine (dynalite on disk), the API and the worker are processes of their own; models
 * and owners are in this one.
 *
 *     npm run bench -- waiting [number of debates]
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, Connection } from "@temporalio/client";
import { startDynalite } from "../../infra/local/dynalite/server.ts";
import { startModelServer } from "../support/models/server.ts";
import { LOCAL_CREDENTIALS } from "../support/servers/dynamodb.ts";
import { type Measured, percentiles } from "./measured.ts";
import { usageOf } from "./process-tree.ts";
import { countOf, KINDS, type Kind } from "./waiting/kinds.ts";
import { lookAtList, lookAtSweep, sweep } from "./waiting/looks.ts";
import { notedModels } from "./waiting/models.ts";
import { atOnce, createOwners } from "./waiting/owners.ts";
import { startApi, startWorker } from "./waiting/servers.ts";
import { faultsOf } from "./waiting/whole.ts";

const DEBATES = 1_000;
/** So many wait at the first look, and all of them at the second. */
const FEW = 100;
/** Requests at once while debates are created. */
const CREATED_AT_ONCE = 40;
/** The sweep looks at debates that were still for longer. */
const STILL_MS = 20_000;
const LOOK_MS = 250;

export async function benchWaiting(temporalAddress: string): Promise<string[]> {
  const debates = Number(process.argv.slice(2).find(Number) ?? DEBATES);
  await using open = new AsyncDisposableStack();
  const dataDir = open.adopt(await mkdtemp(join(tmpdir(), "parley-waiting-")), (it) => rm(it, { recursive: true }));
  const models = open.adopt(await startModelServer(), (it) => it.stop());
  const dynamodb = open.adopt(await startDynalite({ dataDir, key: LOCAL_CREDENTIALS.accessKeyId }), (it) => it.stop());
  const connection = open.adopt(await Connection.connect({ address: temporalAddress }), (it) => it.close());
  const temporal = new Client({ connection });
  const engines = { dataDir, temporalAddress, dynamodb, modelsUrl: models.url };
  const notes = notedModels(models);
  let worker = await startWorker(engines);
  open.defer(() => worker.stop());
  const api = open.adopt(await startApi(engines), (it) => it.stop());
  const owners = createOwners(api.url);
  const ids: string[] = [];
  console.log(`waiting: ${debates} debates wait for their owners (wanted: a worker of at most 500 MB, nothing lost)`);
  const say = (line: string) => console.log(`  ${line}`);

  const begin = async (all: number) => {
    const startedAt = performance.now();
    const missing = Array.from({ length: all - ids.length }, (_, i) => ids.length + i);
    await atOnce(missing, CREATED_AT_ONCE, async (n) => void (ids[n] = await owners.begin(n)));
    const createdIn = secondsSince(startedAt);
    for (const kind of Object.keys(KINDS) as Kind[])
      await untilCounted(temporal, `DebateStatus = "${KINDS[kind].status}"`, countOf(kind, all));
    return { createdIn, waitIn: secondsSince(startedAt), count: missing.length };
  };
  const look = async () => {
    await sleep(STILL_MS);
    say(`while ${ids.length} wait: the worker has ${mebibytes(worker)}`);
    say(`  ${await lookAtList(api.url, api)}`);
    say(`  ${await lookAtSweep(temporal, worker)}; the worker then has ${mebibytes(worker)}`);
  };

  // The first one reads the whole table, which it does once an hour.
  await sweep(temporal);
  await begin(Math.min(FEW, debates));
  await look();
  const { count, createdIn, waitIn } = await begin(debates);
  say(
    `${(count / createdIn).toFixed(0)} debates a second are created, ${(count / waitIn).toFixed(0)} come to their wait`,
  );
  await look();

  await worker.stop();
  const restartedAt = performance.now();
  worker = await startWorker(engines);
  say(`a worker started again is ready after ${secondsSince(restartedAt).toFixed(1)} s, with ${mebibytes(worker)}`);

  const peak = peakOf(worker);
  notes.letGoOn();
  owners.repeats.clear();
  const startedAt = performance.now();
  const heard: number[] = [];
  await atOnce([...ids.entries()], ids.length, async ([n, id]) => {
    await owners.letGoOn(n, id);
    heard.push(performance.now() - startedAt);
  });
  await untilCounted(temporal, `DebateStatus = "completed" AND ExecutionStatus = "Completed"`, ids.length);
  const completedIn = secondsSince(startedAt);
  const gone = ids.map((_, n) => (notes.of(n).goneOnAt ?? Number.NaN) - startedAt);
  say(`all owners act at once; they are answered after: ${percentiles(heard)}`);
  for (const [why, times] of owners.repeats) say(`  ${times} times they had to repeat: ${why}`);
  say(`debates go on, with their next call: the first after ${Math.min(...gone).toFixed(0)} ms, ${percentiles(gone)}`);
  say(`all are completed after ${completedIn.toFixed(0)} s; the worker had at most ${peak.stop().toFixed(0)} MiB`);
  const faults = [...owners.refusals, ...(await faultsOf(api.url, ids, notes))];
  say(
    faults.length > 0
      ? `${faults.length} FAULTS: ${faults.slice(0, 5).join("; ")}`
      : "nothing was lost or bought twice",
  );
  return [];
}

async function untilCounted({ workflow }: Client, query: string, wanted: number): Promise<void> {
  while ((await workflow.count(query)).count < wanted) await sleep(LOOK_MS);
}

function pssOf({ child }: Measured): number {
  return usageOf(child.pid as number).get(child.pid as number)?.pss ?? 0;
}

function mebibytes(program: Measured): string {
  return `${pssOf(program).toFixed(0)} MiB`;
}

function peakOf(program: Measured): { stop(): number } {
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, pssOf(program))), LOOK_MS);
  return {
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000;
}
