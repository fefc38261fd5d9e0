/**
 * What Parley stands on: Temporal, a DynamoDB engine and the demo model, each embedded unless the configuration names
 * another. One process owns the embedded servers of a data folder; others that start meanwhile are its guests.
 */
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Connection } from "@temporalio/client";
import type { Config } from "../config.ts";
import { type TemporalEndpoint, temporalEndpoint } from "../temporal-connection.ts";
import { startDemoModel } from "./demo-model.ts";
import { startDynalite } from "./dynalite.ts";
import { writeFileAtomic } from "./files.ts";
import { lockHolder, tryLock, unlock } from "./lock.ts";
import { type Progress, sayIfSlow } from "./progress.ts";
import { registerSearchAttributes } from "./search-attributes.ts";
import { folderSecret } from "./secret.ts";
import { startTemporal } from "./temporal.ts";

export interface StackOptions {
  progress: Progress;
  /** The demo model is only of use beside workers. */
  demo: boolean;
  /** Without Temporal's web UI. */
  headless?: boolean;
}

export interface Stack {
  temporal: TemporalEndpoint;
  temporalUiUrl: string | null;
  /** null: Amazon's own. */
  dynamodbEndpoint: string | null;
  demoUrl: string | null;
  secret: string;
  /** True for the process that started the embedded servers, or that started none. */
  owner: boolean;
  /** Stops what this process started, Temporal last. */
  stop(): Promise<void>;
  /** Asks the servers to end without waiting for them. */
  stopNow: () => void;
}

interface Servers {
  temporalAddress: string;
  temporalUiUrl: string | null;
  dynamodbEndpoint: string | null;
}

const UI_PORT = 8233;
const TEMPORAL_PORT = 7233;
const GUEST_WAITS_MS = 240_000;

/** Starts what is missing and resolves once all of it answers. Throws after stopping what it had started. */
export async function startStack(config: Config, options: StackOptions): Promise<Stack> {
  await using starting = new AsyncDisposableStack();
  const pids: number[] = [];
  const owner = !needsServers(config) || (await claim(config.dataDir, starting));
  const servers = owner
    ? await startServers({ config, options, starting, pids })
    : await joinServers(config, options.progress);
  const temporal = await temporalEndpoint(config.temporal, servers.temporalAddress);
  if (config.temporal.address !== null) await prepareExternal(temporal, config, options.progress);
  const demo = options.demo ? starting.adopt(await startDemoModel({}), (it) => it.stop()) : null;
  const secret = config.secret ?? (await folderSecret(config.dataDir));
  const started = starting.move();
  return {
    temporal,
    temporalUiUrl: config.temporal.uiUrl ?? servers.temporalUiUrl,
    dynamodbEndpoint: servers.dynamodbEndpoint,
    demoUrl: demo?.url ?? null,
    secret,
    owner,
    stop: () => started.disposeAsync(),
    stopNow: () => pids.forEach(terminate),
  };
}

function needsServers(config: Config): boolean {
  return config.embedded === "auto" && (config.temporal.address === null || config.dynamodb.endpoint === null);
}

/** True when this process may start the servers of the folder. */
export async function claim(dataDir: string, starting: AsyncDisposableStack): Promise<boolean> {
  await mkdir(dataDir, { recursive: true });
  if (!(await tryLock(lockOf(dataDir)))) return false;
  starting.defer(() => unlock(lockOf(dataDir)));
  await rm(recordOf(dataDir), { force: true });
  starting.defer(() => rm(recordOf(dataDir), { force: true }));
  return true;
}

async function startServers(input: {
  config: Config;
  options: StackOptions;
  starting: AsyncDisposableStack;
  pids: number[];
}): Promise<Servers> {
  const { config, starting, pids } = input;
  const temporal = await ownTemporal(input);
  const dynalite = needsDynalite(config) ? await startDynalite({ dataDir: config.dataDir }) : null;
  if (dynalite) {
    pids.unshift(dynalite.pid);
    starting.defer(() => dynalite.stop());
  }
  const servers = { ...temporal, dynamodbEndpoint: dynalite?.endpoint ?? config.dynamodb.endpoint };
  if (needsServers(config)) await writeFileAtomic(recordOf(config.dataDir), JSON.stringify(servers));
  return servers;
}

export function needsDynalite(config: Config): boolean {
  return config.embedded === "auto" && config.dynamodb.endpoint === null;
}

async function ownTemporal(input: {
  config: Config;
  options: StackOptions;
  starting: AsyncDisposableStack;
  pids: number[];
}): Promise<Omit<Servers, "dynamodbEndpoint">> {
  const { config, options, starting, pids } = input;
  if (config.temporal.address !== null) return { temporalAddress: config.temporal.address, temporalUiUrl: null };
  const temporal = await sayIfSlow(
    startTemporal({
      dataDir: config.dataDir,
      namespace: config.temporal.namespace,
      headless: options.headless ?? false,
      port: TEMPORAL_PORT,
      uiPort: UI_PORT,
      progress: options.progress,
    }),
    "starting Temporal's server",
    options.progress,
  );
  pids.push(temporal.pid);
  starting.defer(() => temporal.stop());
  return { temporalAddress: temporal.address, temporalUiUrl: temporal.uiUrl };
}

/** Waits for the owner's record: it may still be starting. */
export async function joinServers(config: Config, progress: Progress): Promise<Servers> {
  const read = async () => {
    const deadline = Date.now() + GUEST_WAITS_MS;
    while (Date.now() < deadline && (await lockHolder(lockOf(config.dataDir))) !== null) {
      const text = await readFile(recordOf(config.dataDir), "utf8").catch(() => null);
      if (text !== null) return JSON.parse(text) as Servers;
      await sleep(100);
    }
    throw new Error(`another Parley on ${config.dataDir} ended before its servers ran; start again`);
  };
  return sayIfSlow(read(), "waiting for the servers of another Parley on this data folder", progress);
}

async function prepareExternal(endpoint: TemporalEndpoint, config: Config, progress: Progress): Promise<void> {
  const connecting = Connection.connect(endpoint).catch((cause: unknown) => {
    throw new Error(`Temporal at ${endpoint.address} does not answer (TEMPORAL_ADDRESS)`, { cause });
  });
  const connection = await sayIfSlow(connecting, `connecting to Temporal at ${endpoint.address}`, progress);
  try {
    const refusal = await registerSearchAttributes(connection, config.temporal.namespace);
    if (refusal) progress(`the search attributes could not be added to Temporal: ${refusal}`);
  } finally {
    await connection.close();
  }
}

function terminate(pid: number): void {
  try {
    process.kill(pid, "SIGTERM");
  } catch {
    // It is gone already.
  }
}

function lockOf(dataDir: string): string {
  return join(dataDir, "stack.lock");
}

function recordOf(dataDir: string): string {
  return join(dataDir, "stack.json");
}
