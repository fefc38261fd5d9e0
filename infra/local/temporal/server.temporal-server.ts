/**
 * Temporal's development server as a child in its own process group: Ctrl-C in the terminal does not reach it, so
 * workers can finish first. A server left by an earlier run on the same data folder is reused.
 */
import { type SpawnOptions, spawn } from "node:child_process";
import { open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { freePort, hiddenLoopback, isFree, LOOPBACK, portFrom } from "../../base/ports.infra-base.ts";
import { ensurePrivateFolder, readJson, writeFileAtomic } from "../base/files.local-base.ts";
import {
  bareEnvironment,
  endProcess,
  isRunning,
  type ProcessIdentity,
  parseIdentity,
  type ServerProcess,
  serverOfChild,
  serverOfOther,
  withPrivateFiles,
} from "../base/processes.ts";
import type { Progress } from "../base/progress.local-base.ts";
import { findTemporal } from "./binary.ts";
import { markerOf, untilServing } from "./proof.ts";
import { searchAttributeFlags } from "./search-attributes.ts";

export interface TemporalOptions {
  /** null: in memory, for this process. */
  dataDir: string | null;
  namespace: string;
  headless: boolean;
  /** The first port to try; missing: any free one. */
  port?: number;
  /** Exactly this port, because clients know it. */
  fixedPort?: boolean;
  progress?: Progress;
  env?: NodeJS.ProcessEnv;
}

export interface LocalTemporal extends ServerProcess {
  /** `host:port` */
  address: string;
  /** It answers every caller, so only `serveTemporalUi` may know it. */
  uiUrl: string | null;
  pid: number;
  /** Ends the server and deletes its record. */
  stop(): Promise<void>;
}

interface Recorded extends ProcessIdentity {
  address: string;
  uiUrl: string | null;
}

const STARTS_WITHIN_MS = 60_000;
/** Two programs may choose the same free port at once; the loser tries another. The server chooses some itself, and panics. */
const PORT_TRIES = 5;
const PANIC = /(?:^|: )panic: |address already in use/;
/** A leftover server may be recovering its database. */
const LEFT_ANSWERS_WITHIN_MS = 10_000;

/** Starts the server, or reuses the data folder's running one; resolves once the namespace is served. */
export async function startTemporal(options: TemporalOptions): Promise<LocalTemporal> {
  if (options.dataDir !== null) await ensurePrivateFolder(options.dataDir);
  const marker = await markerOf(options.dataDir);
  return (await findLeft(options, marker)) ?? startNew(options, marker);
}

async function startNew(options: TemporalOptions, marker: string): Promise<LocalTemporal> {
  const binary = await findTemporal({ env: options.env ?? process.env, progress: options.progress ?? (() => {}) });
  const { port = 0, headless, fixedPort = false } = options;
  for (let tries = 1; ; tries++) {
    const place = { port: fixedPort ? port : await portFrom(port), ui: headless ? null : await uiPlace() };
    try {
      return await startOn({ ...options, ...place, binary, marker });
    } catch (error) {
      const lost = PANIC.test((error as Error).message) || !(await isPlaceFree(place));
      if (tries === PORT_TRIES || fixedPort || !lost) throw error;
    }
  }
}

interface Place {
  port: number;
  ui: { host: string; port: number } | null;
}

async function startOn(
  input: Omit<TemporalOptions, keyof Place> & Place & { binary: string; marker: string },
): Promise<LocalTemporal> {
  const { dataDir, port, ui } = input;
  const log = dataDir === null ? null : join(dataDir, "temporal.log");
  // A restart appends: the previous server's last lines are worth reading.
  const flags = input.fixedPort ? "a" : "w";
  const { server, lastWords } = await launch({ ...input, log, flags, env: input.env ?? process.env });
  const uiUrl = ui && `http://${ui.host}:${ui.port}`;
  const recorded = { address: `${LOOPBACK}:${port}`, uiUrl, ...server.identity };
  const temporal = temporalOf(recorded, { server, dataDir });
  try {
    // Recorded first, so that the next run finds the server if this process dies.
    if (dataDir !== null) await writeFileAtomic(recordOf(dataDir), JSON.stringify(recorded));
    await untilServing({ ...recorded, ...input, withinMs: STARTS_WITHIN_MS });
    return temporal;
  } catch (cause) {
    await temporal.stop();
    throw new Error(`Temporal's server did not start${log ? ` (see ${log})` : ""}: ${await lastWords()}`, { cause });
  }
}

async function uiPlace(): Promise<NonNullable<Place["ui"]>> {
  const host = await hiddenLoopback();
  return { host, port: await freePort(host) };
}

async function isPlaceFree({ port, ui }: Place): Promise<boolean> {
  return (await isFree(port)) && (ui === null || (await isFree(ui.port, ui.host)));
}

/** The server's command line (docs/design/runtime.md#45-the-embedded-stack). */
export function serverArguments(
  input: Pick<TemporalOptions, "dataDir" | "namespace"> & Place & { marker: string },
): string[] {
  return [
    "server",
    "start-dev",
    `--ip=${LOOPBACK}`,
    `--port=${input.port}`,
    `--namespace=${input.namespace}`,
    `--namespace=${input.marker}`,
    ...(input.ui === null ? ["--headless"] : [`--ui-ip=${input.ui.host}`, `--ui-port=${input.ui.port}`]),
    ...(input.dataDir === null ? [] : databaseFlags(input.dataDir)),
    // The default reads its queue 20 times per second.
    "--dynamic-config-value=history.transferProcessorMaxPollRPS=2000",
    // Deleted runs stay until their last tasks are acknowledged, by default every 30 s.
    `--dynamic-config-value=history.transferProcessorUpdateAckInterval="1s"`,
    `--dynamic-config-value=history.visibilityProcessorUpdateAckInterval="1s"`,
    "--dynamic-config-value=matching.enableFairness=true",
    "--dynamic-config-value=matching.useNewMatcher=true",
    // Disables the HTTP API, which would start workflows for any page: no request has this name.
    `--dynamic-config-value=frontend.httpAllowedHosts=["(none)"]`,
    ...searchAttributeFlags(),
    "--log-level=error",
  ];
}

function databaseFlags(dataDir: string): string[] {
  const file = join(dataDir, "temporal.db");
  return [`--db-filename=${file}`, "--sqlite-pragma=journal_mode=wal", "--sqlite-pragma=synchronous=off"];
}

async function launch(
  input: Parameters<typeof serverArguments>[0] & {
    binary: string;
    log: string | null;
    flags: "a" | "w";
    env: NodeJS.ProcessEnv;
  },
): Promise<{ server: ServerProcess; lastWords: () => Promise<string> }> {
  // A file, not a pipe: the server may outlive this process, and a broken pipe would end it.
  const log = input.log === null ? null : await open(input.log, input.flags, 0o600);
  const settings: SpawnOptions = {
    // A server in memory is useless to later runs, so it may end with the terminal.
    detached: input.log !== null,
    stdio: ["ignore", "ignore", log?.fd ?? "pipe"],
    env: bareEnvironment(input.env),
  };
  const child = withPrivateFiles(() => spawn(input.binary, serverArguments(input), settings));
  const server = serverOfChild(child);
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => (said = (said + chunk).slice(-20_000)));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.once("spawn", resolve).once("error", reject);
  try {
    await promise;
  } finally {
    await log?.close();
  }
  child.unref();
  (child.stderr as { unref?: () => void } | null)?.unref?.();
  const lastWords = async () => {
    const words = input.log === null ? said : await readFile(input.log, "utf8");
    const lines = words.trim().split("\n");
    // What follows a panic is a list of calls.
    return lines.findLast((line) => PANIC.test(line)) ?? (lines.at(-1) || "it said nothing");
  };
  return { server, lastWords };
}

/** Ends our own server if it does not answer: two on one database would corrupt it. */
async function findLeft({ dataDir, namespace }: TemporalOptions, marker: string): Promise<LocalTemporal | null> {
  if (dataDir === null) return null;
  const recorded = recordIn(await readJson(recordOf(dataDir)));
  if (recorded === null || !isRunning(recorded)) return null;
  const temporal = temporalOf(recorded, { server: serverOfOther(recorded), dataDir });
  try {
    await untilServing({ ...recorded, namespace, marker, withinMs: LEFT_ANSWERS_WITHIN_MS });
    return temporal;
  } catch {
    await temporal.stop();
    return null;
  }
}

function recordIn(value: unknown): Recorded | null {
  const { address, uiUrl = null } = (value ?? {}) as Partial<Recorded>;
  const identity = parseIdentity(value);
  return typeof address === "string" && identity ? { address, uiUrl, ...identity } : null;
}

function temporalOf(
  recorded: Recorded,
  { server, dataDir }: { server: ServerProcess; dataDir: string | null },
): LocalTemporal {
  const { address, uiUrl, pid } = recorded;
  const stop = async () => {
    await endProcess(recorded);
    if (dataDir !== null) await rm(recordOf(dataDir), { force: true });
  };
  return { ...server, address, uiUrl, pid, stop };
}

function recordOf(dataDir: string): string {
  return join(dataDir, "temporal.json");
}
