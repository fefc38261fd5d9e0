/** The embedded DynamoDB engine: one process per data folder, shared by every Parley on it. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { extname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { writeFileAtomic } from "./files.ts";
import { bareEnvironment, endProcess, isAlive } from "./processes.ts";

export interface Engine {
  endpoint: string;
  pid: number;
  /** Ends the engine if this process started it, or took it over from one that is gone. */
  stop(): Promise<void>;
}

interface EngineRecord {
  endpoint: string;
  pid: number;
  owner: number;
}

/** Milliseconds for an engine to open its folder and answer. */
const START_MS = 15_000;

/**
 * Starts the engine of a data folder, or joins the one that runs on it already. `dataDir` null: in memory, for this
 * process alone. Throws when the engine does not come up.
 */
export async function startDynalite(options: { dataDir: string | null; port?: number }): Promise<Engine> {
  if (options.dataDir === null) return engineOf(await launch({ dataDir: null, port: options.port ?? 0 }));
  const dataDir = resolve(options.dataDir);
  await mkdir(dataDir, { recursive: true });
  const deadline = Date.now() + START_MS;
  for (;;) {
    const running = await findRunning(dataDir);
    if (running) return engineOf(await takeOver(dataDir, running));
    try {
      return engineOf(await launch({ dataDir, port: options.port ?? 0 }));
    } catch (error) {
      // Another process may have opened the folder first: its record is about to be there.
      if (Date.now() > deadline) throw error;
      await sleep(100);
    }
  }
}

function engineOf({ endpoint, pid, owner }: EngineRecord): Engine {
  return {
    endpoint,
    pid,
    stop: async () => {
      if (owner === process.pid) await endProcess(pid);
    },
  };
}

/** An engine whose owner is gone belongs to whoever finds it, or nobody would ever stop it. */
async function takeOver(dataDir: string, running: EngineRecord): Promise<EngineRecord> {
  if (isAlive(running.owner)) return running;
  const taken = { ...running, owner: process.pid };
  await writeFileAtomic(recordOf(dataDir), JSON.stringify(taken));
  return taken;
}

/** The engine that the folder's record names, if that very engine answers. */
async function findRunning(dataDir: string): Promise<EngineRecord | null> {
  try {
    const record = JSON.parse(await readFile(recordOf(dataDir), "utf8")) as EngineRecord;
    const response = await fetch(record.endpoint, { signal: AbortSignal.timeout(2000) });
    const answer = (await response.json()) as { dataDir: string; pid: number };
    return answer.dataDir === dataDir && answer.pid === record.pid ? record : null;
  } catch {
    // No record, or one that a dead engine left.
    return null;
  }
}

/** Resolves once the engine answers. */
async function launch(settings: { dataDir: string | null; port: number }): Promise<EngineRecord> {
  const owner = process.pid;
  const script = join(import.meta.dirname, `dynalite-child${extname(import.meta.filename)}`);
  const child = spawn(process.execPath, [script, JSON.stringify({ ...settings, owner })], {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    env: bareEnvironment(process.env),
  });
  try {
    const place = await firstMessage(child);
    return { ...place, owner };
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  } finally {
    release(child, settings.dataDir !== null);
  }
}

/** This process may end while the engine of a folder goes on; one in memory ends when its channel closes. */
function release(child: ChildProcess, outlives: boolean): void {
  if (outlives && child.connected) child.disconnect();
  child.channel?.unref();
  child.unref();
}

function firstMessage(child: ChildProcess): Promise<{ endpoint: string; pid: number }> {
  const { promise, resolve: done, reject } = Promise.withResolvers<{ endpoint: string; pid: number }>();
  const fail = (why: string) => reject(new Error(`the DynamoDB engine did not start: ${why}`));
  const timer = setTimeout(() => fail("no answer"), START_MS);
  child.once("message", (message: { endpoint: string; pid: number } | { failure: string }) =>
    "failure" in message ? fail(message.failure) : done(message),
  );
  child.once("error", (error) => fail(error.message));
  child.once("exit", (code, signal) => fail(`it ended with ${signal ?? code}`));
  return promise.finally(() => clearTimeout(timer));
}

function recordOf(dataDir: string): string {
  return join(dataDir, "dynalite.json");
}
