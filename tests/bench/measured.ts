/** Programs of tests/support/processes whose processor time and store requests a bench measures. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Used } from "../support/processes/measured.ts";
import { killProgram } from "../support/processes/program.ts";

const FOLDER = new URL("../support/processes/", import.meta.url);
const at = (file: string) => new URL(file, FOLDER).href;

export interface Measured {
  child: ChildProcess;
  /** The first line that it printed. */
  said: string;
  /** What it has used since its start. */
  used(): Promise<Used>;
  /** Resolves with the next line that it prints. */
  line(): Promise<string>;
  stop(): Promise<void>;
}

/** `BENCH_PROFILE`, a folder, receives a CPU profile of the program of that name: `BENCH_PROFILE_OF=api`. */
function profiled(name: string): string[] {
  const { BENCH_PROFILE: folder, BENCH_PROFILE_OF: which = "api" } = process.env;
  return folder && name === which ? ["--cpu-prof", `--cpu-prof-dir=${folder}`] : [];
}

export function startMeasured(name: "api" | "worker" | "feeder", settings: object): Promise<Measured> {
  return startProgram(name, { command: [fileURLToPath(at(`${name}.ts`)), JSON.stringify(settings)] });
}

interface Program {
  /** Node's flags, the program's file and its arguments. */
  command: string[];
  /** Left out: this process's. */
  env?: NodeJS.ProcessEnv;
}

/** `name`: for its profile, and in messages. */
export async function startProgram(name: string, { command, env = process.env }: Program): Promise<Measured> {
  const loaded = ["--import", at("tied.ts"), "--import", at("measured.ts")];
  const child = spawn(process.execPath, [...profiled(name), ...loaded, ...command], {
    stdio: ["pipe", "pipe", "inherit", "ipc"],
    env,
  });
  const line = async () => {
    const ended = once(child, "exit").then(() => Promise.reject(new Error(`the ${name} ended`)));
    ended.catch(() => undefined);
    const [said] = (await Promise.race([once(child.stdout as NodeJS.ReadableStream, "data"), ended])) as [Buffer];
    return said.toString().trim();
  };
  const said = await line();
  return {
    child,
    said,
    line,
    async used() {
      const answer = once(child, "message");
      child.send("used?");
      return ((await answer) as [Used])[0];
    },
    async stop() {
      if (process.env.BENCH_PROFILE && child.exitCode === null) {
        const gone = once(child, "exit");
        child.kill("SIGINT");
        await gone;
      } else await killProgram(child);
    },
  };
}

/** What was used between two looks. */
export function between(before: Used, after: Used): Used {
  const since = (what: "requests" | "answered") => {
    const operations = Object.entries(after[what]).map(([name, n]) => [name, n - (before[what][name] ?? 0)] as const);
    return Object.fromEntries(operations.filter(([, n]) => n !== 0));
  };
  return {
    cpuSeconds: after.cpuSeconds - before.cpuSeconds,
    mainSeconds: after.mainSeconds - before.mainSeconds,
    rss: after.rss,
    requests: since("requests"),
    answered: since("answered"),
  };
}

export function usedLine(name: string, { cpuSeconds, rss, requests }: Used): string {
  const operations = Object.entries(requests).map(([operation, n]) => `${n} ${operation}`);
  const memory = `${Math.round(rss / 2 ** 20)} MiB`;
  return `  ${name}: ${cpuSeconds.toFixed(1)} s of CPU, ${memory}, store requests: ${operations.join(", ") || "none"}`;
}

export function percentiles(values: number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const of = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]?.toFixed(0) ?? "–";
  return `p50 ${of(0.5)} ms, p99 ${of(0.99)} ms, highest ${of(1)} ms of ${sorted.length}`;
}
