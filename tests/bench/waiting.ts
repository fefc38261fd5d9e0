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
import { startDynalite } from "../../infra/local/dynalite/server.dynalite.ts";
import { startModelServer } from "../support/models/server.ts";
import { LOCAL_CREDENTIALS } from "../support/servers/dynamodb.ts";
import { type Measured, percentiles } from "./measured.ts";
import { usageOf } from "./process-tree.ts";
import { countOf, KINDS, type Kind } from "./waiting/kinds.ts";
import { lookAtList, lookAtSweep, sweep } from "./waiting/looks.ts";
import { type Notes, notedModels } from "./waiting/models.ts";
import { atOnce, createOwners, type Owners } from "./waiting/owners.ts";
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

interface Place {
  temporal: Client;
  api: Measured & { url: string };
  owners: Owners;
  notes: Notes;
  /** Of the debates, by number. */
  ids: string[];
}

export async function benchWaiting(temporalAddress: string): Promise<string[]> {
  const debates = Number(process.argv.slice(2).find(Number) ?? DEBATES);
  await using open = new AsyncDisposableStack();
  const dataDir = open.adopt(await mkdtemp(join(tmpdir(), "parley-waiting-")), (it) => rm(it, { recursive: true }));
  const models = open.adopt(await startModelServer(), (it) => it.stop());
  const dynamodb = open.adopt(await startDynalite({ dataDir, key: LOCAL_CREDENTIALS.accessKeyId }), (it) => it.stop());
  const connection = open.adopt(await Connection.connect({ address: temporalAddress }), (it) => it.close());
  const engines = { dataDir, temporalAddress, dynamodb, modelsUrl: models.url };
  const worker = open.adopt(await startWorker(engines), (it) => it.stop());
  const api = open.adopt(await startApi(engines), (it) => it.stop());
  const temporal = new Client({ connection });
  const place: Place = { temporal, api, owners: createOwners(api.url), notes: notedModels(models), ids: [] };
  // It takes long, so that each line is printed when it is known.
  const say = (line: string) => console.log(`  ${line}`);
  console.log(`waiting: ${debates} debates wait for their owners (wanted: a worker of at most 500 MB, nothing lost)`);

  // The first one reads the whole table, which it does once an hour.
  await sweep(temporal);
  await begin(place, Math.min(FEW, debates));
  await look({ place, worker, say });
  const { count, createdIn, waitIn } = await begin(place, debates);
  say(`${rate(count, createdIn)} debates a second are created, ${rate(count, waitIn)} come to their wait`);
  await look({ place, worker, say });
  await worker.stop();
  const restartedAt = performance.now();
  const next = open.adopt(await startWorker(engines), (it) => it.stop());
  say(`a worker started again is ready after ${secondsSince(restartedAt).toFixed(1)} s, with ${mebibytes(next)}`);
  await letAllGoOn({ place, worker: next, say });
  const faults = [...place.owners.refusals, ...(await faultsOf(api.url, place.ids, place.notes))];
  say(
    faults.length > 0
      ? `${faults.length} FAULTS: ${faults.slice(0, 5).join("; ")}`
      : "nothing was lost or bought twice",
  );
  return [];
}

/** Debates are created until there are so many, and all of them wait. */
async function begin({ temporal, owners, ids }: Place, all: number) {
  const startedAt = performance.now();
  const missing = Array.from({ length: all - ids.length }, (_, i) => ids.length + i);
  await atOnce(missing, CREATED_AT_ONCE, async (n) => void (ids[n] = await owners.begin(n)));
  const createdIn = secondsSince(startedAt);
  for (const kind of Object.keys(KINDS) as Kind[])
    await untilCounted(temporal, `DebateStatus = "${KINDS[kind].status}"`, countOf(kind, all));
  return { createdIn, waitIn: secondsSince(startedAt), count: missing.length };
}

interface Look {
  place: Place;
  worker: Measured;
  say: (line: string) => void;
}

async function look({ place: { api, temporal, ids }, worker, say }: Look): Promise<void> {
  await sleep(STILL_MS);
  say(`while ${ids.length} wait: the worker has ${mebibytes(worker)}`);
  say(`  ${await lookAtList(api.url, api)}`);
  say(`  ${await lookAtSweep(temporal, worker)}; the worker then has ${mebibytes(worker)}`);
}

async function letAllGoOn({ place: { temporal, owners, notes, ids }, worker, say }: Look): Promise<void> {
  const peak = peakOf(worker);
  owners.repeats.clear();
  notes.letGoOn();
  const startedAt = performance.now();
  const heard: number[] = [];
  await atOnce([...ids.entries()], ids.length, async ([n, id]) => {
    await owners.letGoOn(n, id);
    heard.push(performance.now() - startedAt);
  });
  say(`all owners act at once; they are answered after: ${percentiles(heard)}`);
  say(`  ${owners.accepted} commands were accepted, to be carried out in their turn`);
  for (const [why, times] of owners.repeats) say(`  ${times} times they had to repeat: ${why}`);
  await untilCounted(temporal, 'DebateStatus = "completed" AND ExecutionStatus = "Completed"', ids.length);
  const completedIn = secondsSince(startedAt);
  const gone = ids.map((_, n) => (notes.of(n).goneOnAt ?? Number.NaN) - startedAt);
  say(`debates go on, with their next call: the first after ${Math.min(...gone).toFixed(0)} ms, ${percentiles(gone)}`);
  say(`all are completed after ${completedIn.toFixed(0)} s; the worker had at most ${peak.stop().toFixed(0)} MiB`);
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

function rate(count: number, seconds: number): string {
  return (count / seconds).toFixed(0);
}

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000;
}
