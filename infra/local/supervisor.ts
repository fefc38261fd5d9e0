/** Restarts a server when it dies, until it dies too often. */
import { statfs } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { type ServerProcess, terminate } from "./base/processes.ts";
import type { Service } from "./service.local.ts";

export type EngineLog = Pick<Logger, "info" | "error">;

type Engine = ServerProcess & { stop(): Promise<void> };

interface Supervision {
  /** For the log and for errors. */
  name: string;
  /** null: this process has just taken over, and `start` finds what still runs. */
  engine: Engine | null;
  /** Starts it at its known address, or finds it running there. */
  start: () => Promise<Engine>;
  dataDir: string;
  logger: EngineLog;
  /** Missing: suitable for a service. */
  waits?: Waits;
}

/** Milliseconds. */
interface Waits {
  /** Before the first restart; quadrupled for each further one. */
  first: number;
  /** A full disk is not the engine's fault, so restarts are unlimited. */
  fullDisk: number;
}

const MOST_DEATHS = 5;
const WITHIN_MS = 60_000;
const WAITS: Waits = { first: 250, fullDisk: 2_000 };
const FULL_BELOW_BYTES = 1024 * 1024;
/** Characters of an engine's message in our log. */
const MOST_WORDS = 300;

/** Its `failed` rejects if the engine dies too often; its `stop` stops watching and ends the engine. */
export function supervise({ name, start, dataDir, logger, waits = WAITS, ...input }: Supervision): Service {
  const stopping = new AbortController();
  const { signal } = stopping;
  const untilStopping = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  const pace = createPace(name, waits.first);
  let { engine } = input;
  let isFull = false;
  const watching = watch();
  const failed = watching.then(() => new Promise<never>(() => {}));
  // It may fail before anyone awaits it.
  failed.catch(() => undefined);
  return {
    failed,
    async stop() {
      stopping.abort();
      await watching.catch(() => undefined);
      await engine?.stop();
    },
    stopNow() {
      stopping.abort();
      if (engine) terminate(engine.identity);
    },
  };

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      const trouble = engine === null ? await restart() : await Promise.race([engine.ended, untilStopping]);
      if (signal.aborted || typeof trouble !== "string") continue;
      engine = null;
      await wait(trouble);
    }
  }

  /** The reason if it does not start, else null. */
  async function restart(): Promise<string | null> {
    try {
      engine = await start();
      isFull = false;
      logger.info({ engine: name, pid: engine.identity.pid }, "engine runs");
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  async function wait(words: string): Promise<void> {
    const trouble = words.split("\n", 1).join("").slice(0, MOST_WORDS);
    const wasFull = isFull;
    isFull = await isDiskFull(dataDir, trouble);
    const waitMs = isFull ? waits.fullDisk : pace.next(trouble);
    const what = isFull
      ? "the disk is full: the engine starts again when there is room"
      : "engine died; it starts again";
    // Logged once: a disk may be full for days.
    if (!isFull || !wasFull) logger.error({ engine: name, reason: trouble, waitMs }, what);
    await sleep(waitMs, undefined, { signal }).catch(() => undefined);
  }
}

/** The wait after each death. Throws after the last allowed one. */
function createPace(name: string, firstWaitMs: number): { next: (trouble: string) => number } {
  let deaths: number[] = [];
  return {
    next(trouble) {
      const now = performance.now();
      deaths = [...deaths.filter((at) => now - at < WITHIN_MS), now];
      if (deaths.length < MOST_DEATHS) return firstWaitMs * 4 ** (deaths.length - 1);
      throw new Error(`${name} died ${MOST_DEATHS} times within a minute, the last time with: ${trouble}`);
    },
  };
}

async function isDiskFull(dataDir: string, trouble: string): Promise<boolean> {
  if (/ENOSPC|EDQUOT|no space left|disk is full|quota exceeded/i.test(trouble)) return true;
  const { bavail, bsize } = await statfs(dataDir).catch(() => ({ bavail: Infinity, bsize: 1 }));
  return bavail * bsize < FULL_BELOW_BYTES;
}
