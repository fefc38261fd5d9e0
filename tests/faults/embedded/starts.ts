/** Starts that meet another Parley, or what is left of one. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client, Connection } from "@temporalio/client";
import { endProcess, ownIdentity } from "../../../infra/local/base/processes.ts";
import { startZombie } from "../../support/zombie.ts";
import { playDebates } from "./debates.ts";
import { type Ground, newFolder, newServer, serverOn } from "./ground.ts";
import type { EmbeddedServer } from "./server.ts";

export async function twoFolders(on: Ground) {
  const servers = await Promise.all([newServer(on), newServer(on)]);
  const played = await playDebates({ urls: servers.map(({ url }) => url), models: on.models });
  const seen = await Promise.all(servers.map((server) => workersOf(server, played.ids)));
  assert.deepEqual(
    seen,
    servers.map(({ pid }, n) => new Map([[played.ids[n], [pid]]])),
    "debates ran on the other's Temporal or workers",
  );
  return { ...played, ended: "completed, each on its own Temporal and workers" };
}

/** By debate, as far as the server's Temporal knows them: the processes that carried out its workflow tasks. */
async function workersOf(server: EmbeddedServer, ids: string[]): Promise<Map<string, number[]>> {
  const record = await readFile(join(server.dataDir, "stack.json"), "utf8");
  const { temporalAddress: address } = JSON.parse(record) as { temporalAddress: string };
  const connection = await Connection.connect({ address });
  try {
    const { workflow } = new Client({ connection });
    const found = new Map<string, number[]>();
    for await (const { workflowId } of workflow.list()) {
      const id = ids.find((each) => workflowId.includes(each));
      if (id === undefined) continue;
      const { events } = await workflow.getHandle(workflowId).fetchHistory();
      const identities = events?.map((event) => event.workflowTaskCompletedEventAttributes?.identity) ?? [];
      const pids = identities.flatMap((identity) => (identity ? [Number.parseInt(identity, 10)] : []));
      found.set(id, [...new Set(pids)]);
    }
    return found;
  } finally {
    await connection.close();
  }
}

export async function oneFolder(on: Ground) {
  const dataDir = await newFolder(on.stack);
  const servers = await Promise.all([serverOn(on, dataDir), serverOn(on, dataDir)]);
  const lock = JSON.parse(await readFile(join(dataDir, "stack.lock"), "utf8")) as { pid: number };
  const owner = servers.find(({ pid }) => pid === lock.pid);
  const guest = servers.find((server) => server !== owner);
  assert.ok(owner && guest, "no server has the lock");
  const strike = async () => {
    const log = guest.listen();
    owner.signal("SIGKILL");
    await log.logged("engine runs", 2);
    process.kill(await guest.pidOf("dynalite"), "SIGKILL");
    await log.logged("engine runs", 3);
  };
  const urls = servers.map(({ url }) => url);
  const played = await playDebates({ urls, models: on.models, strike, readAt: guest.url, mostAgain: urls.length });
  guest.signal("SIGTERM");
  assert.equal((await guest.ended).code, 0);
  const left = (await readdir(dataDir)).filter((name) => /^(stack|dynalite|temporal)\.(json|lock)$/.test(name));
  assert.deepEqual(left, []);
  return { ...played, ended: "one joins, takes over, completes" };
}

/** As a Parley leaves it that was killed, long before its pid is given to another process. */
async function leaveRecord(dataDir: string): Promise<void> {
  const servers = { temporalAddress: "127.0.0.1:1", temporalUiUrl: null, dynamodbEndpoint: "http://127.0.0.1:1" };
  await writeFile(join(dataDir, "stack.json"), JSON.stringify(servers));
}

export async function lockOfLiving(on: Ground) {
  const foreign = spawn("sleep", ["600"]);
  on.stack.defer(() => void foreign.kill());
  const dataDir = await newFolder(on.stack);
  await leaveRecord(dataDir);
  await writeFile(join(dataDir, "stack.lock"), JSON.stringify({ ...ownIdentity(), pid: foreign.pid }));
  const server = await serverOn(on, dataDir);
  return { ...(await playDebates({ urls: [server.url], models: on.models })), ended: "completed, its own engines" };
}

export async function lockOfZombie(on: Ground) {
  const dataDir = await newFolder(on.stack);
  await leaveRecord(dataDir);
  const { parent } = await startZombie(join(dataDir, "stack.lock"));
  on.stack.defer(() => endProcess(parent));
  const server = await serverOn(on, dataDir);
  return { ...(await playDebates({ urls: [server.url], models: on.models })), ended: "completed, its own engines" };
}
