/** Further processes of workers beside this one: a process computes on one core, however many there are. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { extname, join } from "node:path";
import { endProcess, serverOfChild } from "../../local/base/processes.ts";
import type { Service } from "../../local/service.local.ts";
import { type EngineLog, supervise } from "../../local/supervisor.ts";
import type { CountedElsewhere } from "../../metrics/meter.metric.ts";
import { ASK_METRICS, READY } from "./messages.beside.ts";

interface BesideInput {
  /** How many, this one not included. */
  count: number;
  dataDir: string;
  logger: EngineLog;
  /** Receives what asks a process for its metrics, and returns what forgets it. */
  include: (source: CountedElsewhere) => () => void;
}

const ANSWERS_WITHIN_MS = 2_000;

/**
 * Starts them in the background, with this process's settings, and again when one dies. They end with this process,
 * however it ends. `failed` rejects if one of them dies too often.
 */
export function startBeside({ count, dataDir, logger, include }: BesideInput): Service {
  const all = Array.from({ length: count }, (_, i) => {
    // This process is the first.
    const n = i + 2;
    return supervise({ name: `worker process ${n}`, engine: null, start: () => start(n, include), dataDir, logger });
  });
  const failed = Promise.race(all.map((it) => it.failed));
  failed.catch(() => undefined);
  return {
    failed,
    async stop() {
      await Promise.all(all.map((it) => it.stop()));
    },
    stopNow: () => all.forEach((it) => it.stopNow()),
  };
}

async function start(n: number, include: BesideInput["include"]) {
  const script = join(import.meta.dirname, `../../worker-beside${extname(import.meta.filename)}`);
  const child = spawn(process.execPath, [...process.execArgv, script, String(n)], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    // A Ctrl-C in the terminal is for this process, which ends them in order. Their metrics are served here.
    detached: true,
    env: { ...process.env, METRICS_PORT: "" },
  });
  const server = serverOfChild(child);
  const first = await Promise.race([once(child, "message"), server.ended]);
  if (first[0] !== READY) throw new Error(String(first));
  const forget = include(async () => {
    child.send(ASK_METRICS, () => {});
    const [metrics] = await once(child, "message", { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) });
    return metrics;
  });
  void server.ended.then(forget);
  return { ...server, stop: () => endProcess(server.identity) };
}
