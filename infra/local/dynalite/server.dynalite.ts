/** The embedded DynamoDB engine: one process per data folder, shared by every Parley that uses it. */
import { type ChildProcess, spawn } from "node:child_process";
import { realpath } from "node:fs/promises";
import { extname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ensurePrivateFolder, readJson, writeFileAtomic } from "../base/files.local-base.ts";
import {
  bareEnvironment,
  endProcess,
  identityOf,
  isRunning,
  ownIdentity,
  type ProcessIdentity,
  parseIdentity,
  type ServerProcess,
  serverOfChild,
  serverOfOther,
} from "../base/processes.ts";
import { folderSecret, newSecret } from "../base/secret.local-base.ts";
import { KEY_FILE, KEY_VARIABLE, signedHeaders } from "./key.dynalite.ts";

export interface Engine extends ServerProcess {
  endpoint: string;
  /** Callers send it as AWS access key id. */
  key: string;
  pid: number;
  /** Ends the engine if this process started it, or took it over. */
  stop(): Promise<void>;
}

/** An engine's own report of its address. */
interface Place {
  endpoint: string;
  pid: number;
}

interface EngineRecord extends Place {
  owner: ProcessIdentity;
}

type Message = Place | { failure: string };

/** Milliseconds for an engine to open its folder and answer. */
const START_MS = 15_000;
/** Of 120 to 140 MiB with 40 debates at once, this takes 30, and no CPU time that can be measured. */
const SPARING = "--max-semi-space-size=8";

/**
 * Starts a data folder's engine, or joins a running one. `dataDir` null: in memory, for this process. `key` defaults to
 * the folder's, or to a new one in memory. Throws if the engine does not start.
 */
export async function startDynalite(options: { dataDir: string | null; port?: number; key?: string }): Promise<Engine> {
  const { dataDir, port = 0, key } = options;
  if (dataDir === null) return launch({ dataDir, port, key: key ?? newSecret() });
  const deadline = performance.now() + START_MS;
  for (;;) {
    try {
      return await openDynalite({ dataDir, port, ...(key !== undefined && { key }) });
    } catch (error) {
      // Another process may have opened the folder first and is about to record it.
      if (performance.now() > deadline) throw error;
      await sleep(100);
    }
  }
}

/** One attempt to join the folder's engine, or to start it on this port. */
export async function openDynalite(options: { dataDir: string; port: number; key?: string }): Promise<Engine> {
  await ensurePrivateFolder(join(options.dataDir, "dynamodb"));
  const dataDir = await realpath(options.dataDir);
  const key = options.key ?? (await folderSecret(dataDir, KEY_FILE));
  const running = await findRunning(dataDir, key);
  return running ? joinEngine(dataDir, running, key) : launch({ dataDir, port: options.port, key });
}

/** True if this folder's engine answers there. */
export async function isEngineOf(folder: string, endpoint: string): Promise<boolean> {
  const dataDir = await realpath(folder);
  return (await ask(endpoint, await folderSecret(dataDir, KEY_FILE)))?.dataDir === dataDir;
}

async function joinEngine(dataDir: string, running: EngineRecord, key: string): Promise<Engine> {
  const identity = identityOf(running.pid);
  if (identity === null) throw new Error("the DynamoDB engine ended while this process joined it");
  const { endpoint, owner } = await takeOver(dataDir, running);
  return engineOf({ endpoint, key }, { ...serverOfOther(identity), isOurs: owner.pid === process.pid });
}

function engineOf(place: Pick<Engine, "endpoint" | "key">, server: ServerProcess & { isOurs: boolean }): Engine {
  const { identity, ended, isOurs } = server;
  const stop = async () => {
    if (isOurs) await endProcess(identity);
  };
  return { ...place, pid: identity.pid, identity, ended, stop };
}

/** Takes over an engine whose owner is gone, or nobody would stop it. */
async function takeOver(dataDir: string, running: EngineRecord): Promise<EngineRecord> {
  const owner = parseIdentity(running.owner);
  if (owner !== null && isRunning(owner)) return running;
  const taken = { ...running, owner: ownIdentity() };
  await writeFileAtomic(recordOf(dataDir), JSON.stringify(taken));
  return taken;
}

/** The recorded engine, if exactly that engine answers. */
async function findRunning(dataDir: string, key: string): Promise<EngineRecord | null> {
  const record = (await readJson(recordOf(dataDir))) as EngineRecord | null;
  const answer = record && (await ask(record.endpoint, key));
  return answer?.dataDir === dataDir && answer.pid === record?.pid ? record : null;
}

/** The engine's report of itself; null if none answers. */
async function ask(endpoint: string, key: string): Promise<{ dataDir: string | null; pid: number } | null> {
  try {
    const response = await fetch(endpoint, { headers: signedHeaders(key), signal: AbortSignal.timeout(2000) });
    return (await response.json()) as { dataDir: string | null; pid: number };
  } catch {
    return null;
  }
}

async function launch(input: { dataDir: string | null; port: number; key: string }): Promise<Engine> {
  const { key, ...settings } = input;
  const script = join(import.meta.dirname, `child.dynalite${extname(import.meta.filename)}`);
  const child = spawn(process.execPath, [SPARING, script, JSON.stringify({ ...settings, owner: ownIdentity() })], {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    env: { ...bareEnvironment(process.env), [KEY_VARIABLE]: key },
  });
  const server = serverOfEngine(child);
  try {
    const { endpoint } = await firstMessage(child, server);
    return engineOf({ endpoint, key }, { ...server, isOurs: true });
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  } finally {
    // This process may end before a folder's engine; one in memory ends when its channel closes.
    child.channel?.unref();
    child.unref();
  }
}

/** A failing engine reports the reason before it ends. */
function serverOfEngine(child: ChildProcess): ServerProcess {
  const { identity, ended } = serverOfChild(child);
  let failure = "";
  child.on("message", (message: Message) => {
    if ("failure" in message) failure = `: ${message.failure}`;
  });
  return { identity, ended: ended.then((how) => `${how}${failure}`) };
}

function firstMessage(child: ChildProcess, { ended }: ServerProcess): Promise<Place> {
  const { promise, resolve: done, reject } = Promise.withResolvers<Place>();
  const fail = (why: string) => reject(new Error(`the DynamoDB engine did not start: ${why}`));
  const timer = setTimeout(() => fail("no answer"), START_MS);
  child.once("message", (message: Message) => "failure" in message || done(message));
  void ended.then(fail);
  return promise.finally(() => clearTimeout(timer));
}

function recordOf(dataDir: string): string {
  return join(dataDir, "dynalite.json");
}
