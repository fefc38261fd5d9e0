/** A process of the cluster, which is stopped, killed and started again on the same ports. It ends with this program. */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync } from "node:fs";
import { isAlive } from "../support/processes/program.ts";
import { lookAgain } from "../support/waits.ts";

export interface Part {
  name: string;
  /** Resolves once it serves. */
  start(): Promise<void>;
  /** Resolves once it is gone. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

interface PartOptions {
  name: string;
  command: [string, ...string[]];
  options?: SpawnOptions;
  /** Receives what it writes. */
  log: string;
  serves: () => Promise<unknown>;
}

const LIMIT_MS = 120_000;
/** Characters of a log. */
const LAST_WORDS = 1_000;
const running = new Set<ChildProcess>();
process.on("exit", () => running.forEach((child) => child.kill("SIGKILL")));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));

export function createPart({ name, command: [program, ...rest], options, log, serves }: PartOptions): Part {
  let child: ChildProcess | undefined;
  return {
    name,
    async start() {
      const file = openSync(log, "a");
      const started = spawn(program, rest, { ...options, stdio: ["ignore", file, file] });
      child = started;
      running.add(started);
      started.once("exit", () => running.delete(started));
      await untilServing({ name, log, serves, isUp: () => isAlive(started) });
    },
    async stop(signal = "SIGTERM") {
      if (!child || !isAlive(child)) return;
      const gone = once(child, "exit");
      child.kill(signal);
      await gone;
    },
  };
}

async function untilServing(
  input: Pick<PartOptions, "name" | "log" | "serves"> & { isUp: () => boolean },
): Promise<void> {
  const { name, log, serves, isUp } = input;
  for (const until = Date.now() + LIMIT_MS; Date.now() < until && isUp(); await lookAgain(200))
    if (await serves().then(Boolean, () => false)) return;
  throw new Error(`${name} did not come up: ${readFileSync(log, "utf8").slice(-LAST_WORDS)}`);
}
