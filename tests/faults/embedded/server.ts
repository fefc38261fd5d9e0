/** A real `npm start` on a data folder, with everything that it embeds. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { endProcess } from "../../../infra/local/base/processes.ts";
import { apiIn, spawnParley } from "../../support/servers/parley.ts";
import { HEARTBEAT_TIMEOUT_MS } from "../arena.ts";

const LIMIT_MS = 90_000;

type EngineName = "dynalite" | "temporal";

export interface EmbeddedServer {
  url: string;
  pid: number;
  dataDir: string;
  pidOf(engine: EngineName): Promise<number>;
  /** Heeds only what is logged from now on. */
  listen(): LogReader;
  isRunning(): boolean;
  signal(name: NodeJS.Signals): void;
  /** Resolves with the exit code and all that it wrote. */
  ended: Promise<Ended>;
  /** As Ctrl-C does; then ends what a broken server may have left. */
  stop(): Promise<void>;
}

export interface LogReader {
  /** Resolves with the n-th line that has this message, once it is there. */
  logged(message: string, n?: number): Promise<Record<string, unknown>>;
}

interface Ended {
  code: number | null;
  output: string;
}

export interface ServerOptions {
  dataDir: string;
  /** Base URL of the model server. */
  models: string;
  /** A module that is loaded before the server. */
  preload?: string;
}

/** Starts a server that need not come up. */
export function launchServer({ dataDir, models, preload }: ServerOptions) {
  const child = spawnParley({
    dataDir,
    ...(preload !== undefined && { preload }),
    env: {
      HEARTBEAT_SECONDS: "0.5",
      HEARTBEAT_TIMEOUT_SECONDS: String(HEARTBEAT_TIMEOUT_MS / 1000),
      OPENAI_API_KEY: "test-key-openai",
      OPENAI_BASE_URL: `${models}/v1`,
      ANTHROPIC_API_KEY: "test-key-anthropic",
      ANTHROPIC_BASE_URL: models,
    },
  });
  let output = "";
  const changed = new EventTarget();
  const change = () => changed.dispatchEvent(new Event("change"));
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk;
      change();
    });
  const ended: Promise<Ended> = once(child, "close").then(([code]) => ({ code: code as number | null, output }));
  void ended.then(change);
  return { child, ended, changed, output: () => output };
}

/** Resolves once the server answers. Rejects with what it wrote when it ends before. */
export async function startServer(options: ServerOptions): Promise<EmbeddedServer> {
  const { dataDir } = options;
  const launched = launchServer(options);
  const { child, ended, output } = launched;
  const url = await found(launched, "its address", () => apiIn(output()));
  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    pidOf: (engine) => pidIn(dataDir, engine),
    listen() {
      const from = output().length;
      const line = (message: string, n: number) => linesIn(output().slice(from), message)[n - 1];
      return { logged: (message, n = 1) => found(launched, `"${message}"`, () => line(message, n)) };
    },
    isRunning: () => isGoing(child),
    signal: (name) => void child.kill(name),
    ended,
    async stop() {
      if (child.pid) await endProcess(child.pid, 20_000);
      for (const engine of ["dynalite", "temporal"] as const) {
        const left = await pidIn(dataDir, engine).catch(() => null);
        if (left !== null) await endProcess(left);
      }
    },
  };
}

function isGoing({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

/** Looks again whenever the server has written something. */
async function found<T>(
  { child, changed, output }: ReturnType<typeof launchServer>,
  what: string,
  look: () => T | undefined,
): Promise<T> {
  const signal = AbortSignal.timeout(LIMIT_MS);
  for (;;) {
    const value = look();
    if (value !== undefined) return value;
    if (!isGoing(child) || signal.aborted)
      throw new Error(`the server has not written ${what}:\n${output().slice(-2_000)}`);
    await once(changed, "change", { signal }).catch(() => undefined);
  }
}

async function pidIn(dataDir: string, engine: EngineName): Promise<number> {
  return (JSON.parse(await readFile(join(dataDir, `${engine}.json`), "utf8")) as { pid: number }).pid;
}

function linesIn(output: string, message: string): Record<string, unknown>[] {
  const lines = output.split("\n").slice(0, -1);
  const parsed = lines.flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as Record<string, unknown>] : []));
  return parsed.filter((line) => line["msg"] === message);
}
