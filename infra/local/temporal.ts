/**
 * Temporal's development server as a child in a process group of its own: a Ctrl-C in the terminal does not reach it,
 * so the workers can finish first. One that an earlier run left on the same data folder is used again.
 */
import { spawn } from "node:child_process";
import { mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Connection } from "@temporalio/client";
import { writeFileAtomic } from "./files.ts";
import { freePort, LOOPBACK, portFrom } from "./ports.ts";
import { bareEnvironment, endProcess, isAlive } from "./processes.ts";
import type { Progress } from "./progress.ts";
import { registerSearchAttributes, searchAttributeFlags } from "./search-attributes.ts";
import { findTemporal } from "./temporal-binary.ts";

export interface TemporalOptions {
  /** null: everything in memory, gone with the process. */
  dataDir: string | null;
  namespace: string;
  /** Without a web UI. */
  headless: boolean;
  /** The next free port from here on; any free one when it is missing. */
  port?: number;
  uiPort?: number;
  progress?: Progress;
  env?: NodeJS.ProcessEnv;
}

export interface LocalTemporal {
  /** `host:port` */
  address: string;
  uiUrl: string | null;
  pid: number;
  /** Ends the server and forgets it. */
  stop(): Promise<void>;
}

type Recorded = Pick<LocalTemporal, "address" | "uiUrl" | "pid">;

const STARTS_WITHIN_MS = 60_000;
/** A server that another run left behind may be busy recovering its database. */
const LEFT_ANSWERS_WITHIN_MS = 10_000;

/** Starts the server, or takes the one that runs on this data folder, and resolves once the namespace is served. */
export async function startTemporal(options: TemporalOptions): Promise<LocalTemporal> {
  const left = options.dataDir === null ? null : await findLeft(options.dataDir, options.namespace);
  return withStop(left ?? (await startNew(options)), options.dataDir);
}

async function startNew(options: TemporalOptions): Promise<Recorded> {
  const binary = await findTemporal({ env: options.env ?? process.env, progress: options.progress ?? (() => {}) });
  if (options.dataDir !== null) await mkdir(options.dataDir, { recursive: true });
  const port = await portFrom(options.port ?? 0);
  const uiPort = options.headless ? null : await uiPortOf(options, port);
  const args = serverArguments({ ...options, port, uiPort });
  const log = options.dataDir === null ? null : join(options.dataDir, "temporal.log");
  const server = await launch(binary, args, { log, env: options.env ?? process.env });
  const recorded = {
    address: `${LOOPBACK}:${port}`,
    uiUrl: uiPort ? `http://${LOOPBACK}:${uiPort}` : null,
    pid: server.pid,
  };
  // Recorded before it serves: whoever dies now leaves a server that the next run finds.
  if (options.dataDir !== null) await writeFileAtomic(recordOf(options.dataDir), JSON.stringify(recorded));
  try {
    await untilServing({ ...recorded, namespace: options.namespace, withinMs: STARTS_WITHIN_MS });
  } catch (error) {
    await withStop(recorded, options.dataDir).stop();
    throw new Error(`Temporal's server did not start${log ? ` (see ${log})` : ""}: ${server.lastWords()}`, {
      cause: error,
    });
  }
  return recorded;
}

async function uiPortOf(options: TemporalOptions, port: number): Promise<number> {
  if (options.uiPort === undefined) return freePort();
  const wanted = await portFrom(options.uiPort);
  return wanted === port ? portFrom(wanted + 1) : wanted;
}

/** The command line of spec §4.5. */
export function serverArguments(input: {
  dataDir: string | null;
  namespace: string;
  port: number;
  uiPort: number | null;
}): string[] {
  return [
    "server",
    "start-dev",
    `--ip=${LOOPBACK}`,
    `--port=${input.port}`,
    `--namespace=${input.namespace}`,
    ...(input.uiPort === null ? ["--headless"] : [`--ui-port=${input.uiPort}`]),
    ...(input.dataDir === null ? [] : databaseFlags(input.dataDir)),
    // The development server reads its one queue 20 times a second otherwise (spec §4.5).
    "--dynamic-config-value=history.transferProcessorMaxPollRPS=2000",
    // A run that is deleted stays until its last tasks are seen to be done, which is looked at every 30 s otherwise.
    `--dynamic-config-value=history.transferProcessorUpdateAckInterval="1s"`,
    `--dynamic-config-value=history.visibilityProcessorUpdateAckInterval="1s"`,
    "--dynamic-config-value=matching.enableFairness=true",
    "--dynamic-config-value=matching.useNewMatcher=true",
    ...searchAttributeFlags(),
    "--log-level=error",
  ];
}

function databaseFlags(dataDir: string): string[] {
  const file = join(dataDir, "temporal.db");
  return [`--db-filename=${file}`, "--sqlite-pragma=journal_mode=wal", "--sqlite-pragma=synchronous=off"];
}

async function launch(binary: string, args: string[], options: { log: string | null; env: NodeJS.ProcessEnv }) {
  // Into a file rather than a pipe: the server may outlive us, and a broken pipe would end it.
  const log = options.log === null ? null : await open(options.log, "w");
  const child = spawn(binary, args, {
    // One in memory is of no use to a later run, so it may go with the terminal.
    detached: options.log !== null,
    stdio: ["ignore", "ignore", log?.fd ?? "pipe"],
    env: bareEnvironment(options.env),
  });
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => (said = (said + chunk).slice(-2_000)));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.once("spawn", resolve).once("error", reject);
  try {
    await promise;
  } finally {
    await log?.close();
  }
  child.unref();
  (child.stderr as { unref?: () => void } | null)?.unref?.();
  return { pid: child.pid as number, lastWords: () => said.trim() || "it said nothing" };
}

async function untilServing(input: Recorded & { namespace: string; withinMs: number }): Promise<void> {
  const deadline = Date.now() + input.withinMs;
  for (;;) {
    try {
      return await visit(input.address, input.namespace);
    } catch (error) {
      if (!isAlive(input.pid) || Date.now() > deadline) throw error;
    }
    await sleep(50);
  }
}

/** One call that needs the namespace; adds what an older data folder lacks. */
async function visit(address: string, namespace: string): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout: 2_000 });
  try {
    await connection.workflowService.describeNamespace({ namespace });
    await registerSearchAttributes(connection, namespace);
  } finally {
    await connection.close();
  }
}

async function findLeft(dataDir: string, namespace: string): Promise<Recorded | null> {
  const text = await readFile(recordOf(dataDir), "utf8").catch(() => null);
  const recorded = text === null ? null : parseRecord(text);
  if (!recorded || !isAlive(recorded.pid)) return null;
  try {
    await untilServing({ ...recorded, namespace, withinMs: LEFT_ANSWERS_WITHIN_MS });
    return recorded;
  } catch {
    return null;
  }
}

function parseRecord(text: string): Recorded | null {
  try {
    const value = JSON.parse(text) as Partial<Recorded>;
    return typeof value.address === "string" && typeof value.pid === "number"
      ? { address: value.address, uiUrl: value.uiUrl ?? null, pid: value.pid }
      : null;
  } catch {
    return null;
  }
}

function withStop(server: Recorded, dataDir: string | null): LocalTemporal {
  const stop = async () => {
    await endProcess(server.pid);
    if (dataDir !== null) await rm(recordOf(dataDir), { force: true });
  };
  return { ...server, stop };
}

function recordOf(dataDir: string): string {
  return join(dataDir, "temporal.json");
}
