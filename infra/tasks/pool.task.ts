/** The processes of the API for tasks: files have some of their own, so they delay nothing else. */

import { isForeign, type TaskName, type TaskRunner } from "../../api/base/tasks.api-base.ts";
import type { Catalogue } from "../../domain/shapes/catalogue/catalogue.ts";
import { createLane, type LaneLimits } from "./lane.ts";

export type PoolLimits = LaneLimits;

const MIB = 1024 * 1024;

const LIMITS: PoolLimits = {
  atOnce: 2,
  waiting: 16,
  cpuMs: { base: 10_000, perMib: 0, perPage: 0, most: 10_000 },
  wallMs: 60_000,
  idleMs: 30_000,
  heapMb: 448,
  // Node and the code take 90 MB of it.
  memoryMb: 640,
  keptMb: 192,
  outputBytes: 256 * MIB,
};

/**
 * A file may be anything. Its time follows its size and its pages, so a small file that keeps a parser busy ends soon. Pages
 * of dense text take 6 ms each, large tables 20, and a file of 20 MiB that is one page 4 s; a slow machine takes three times as
 * long.
 */
const OF_FILES: PoolLimits = {
  ...LIMITS,
  waiting: 8,
  cpuMs: { base: 3_000, perMib: 500, perPage: 50, most: 30_000 },
  heapMb: 320,
};

export interface Pool extends TaskRunner {
  /** Keeps a process ready for the first file, and for the next one whatever a file does. */
  warm(): Promise<void>;
  /** Current number of processes. */
  size(): number;
  /** Ends all processes. Running and waiting tasks fail with `unavailable`. */
  stop(): Promise<void>;
}

/** `ofFiles` changes the limits of the lane for files, `changes` those of all other tasks. */
export function createPool(
  catalogue: Catalogue,
  changes: Partial<PoolLimits> = {},
  ofFiles: Partial<PoolLimits> = {},
): Pool {
  const settings = {
    defaultModel: catalogue.defaultModel(),
    defaultJudgeModel: catalogue.defaultJudgeModel(),
    servers: catalogue.servers(),
  };
  const main = createLane({ ...settings, isForFiles: false }, { ...LIMITS, ...changes });
  const files = createLane({ ...settings, isForFiles: true }, { ...OF_FILES, ...ofFiles });
  const laneOf = (task: TaskName) => (isForeign(task) ? files : main);
  return {
    run: (task, input, signal, owner) => laneOf(task).run(task, input, signal, owner),
    warm: () => files.warm(),
    size: () => main.size() + files.size(),
    async stop() {
      await Promise.all([main.stop(), files.stop()]);
    },
  };
}
