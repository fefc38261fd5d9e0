/** The functions as they are deployed, each in a process of its own with nothing but its variables. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

const PROCESSES = join(import.meta.dirname, "../processes");

export interface RunningFunction {
  /** What it printed, by lines. */
  lines: string[];
  /** What it logged. */
  logged: () => string;
  /** Settles with the first line that holds; rejects when the process ends before. */
  said(holds: (line: string) => boolean): Promise<string>;
  /** Rejects when the process ends by itself. */
  failed: Promise<never>;
  /** Tells it to end, and answers its exit code. */
  stop(): Promise<number | null>;
}

/** The API; its first line is its address. */
export function startApiFunction(folder: string, env: Record<string, string>): RunningFunction {
  return start([join(PROCESSES, "function-api.ts"), join(folder, "index.js")], env);
}

/** A worker that is invoked again whenever an invocation ends, each `seconds` before its deadline. */
export function startWorkerFunction(
  folder: string,
  { seconds, env }: { seconds: number; env: Record<string, string> },
): RunningFunction {
  return start([join(PROCESSES, "function-worker.ts"), join(folder, "index.js"), String(seconds)], env);
}

/** The workers of all queues as one service. */
export function startWorkerService(folder: string, env: Record<string, string>): RunningFunction {
  return start([join(folder, "service.js")], env);
}

function start(args: string[], env: Record<string, string>): RunningFunction {
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "exit");
  const lines: string[] = [];
  let logged = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    logged += text;
  });
  let told = false;
  const failed = ended.then(() => (told ? new Promise<never>(() => {}) : Promise.reject(endedBy(logged))));
  failed.catch(() => {});
  const reader = createInterface(child.stdout);
  reader.on("line", (line) => lines.push(line));
  return {
    lines,
    logged: () => logged,
    failed,
    said: (holds) => said({ reader, lines, failed }, holds),
    async stop() {
      told = true;
      child.kill("SIGTERM");
      const [code] = (await ended) as [number | null];
      return code;
    },
  };
}

function endedBy(logged: string): Error {
  return new Error(`the function ended by itself: ${logged}`);
}

async function said(
  of: { reader: ReturnType<typeof createInterface>; lines: string[]; failed: Promise<never> },
  holds: (line: string) => boolean,
): Promise<string> {
  for (;;) {
    const found = of.lines.find(holds);
    if (found !== undefined) return found;
    await Promise.race([once(of.reader, "line"), of.failed]);
  }
}
