/** The threads of the API: files are parsed one at a time in a lane of their own, so they delay nothing else. */
import type { TaskName, Threads } from "../../api/threads/threads.ts";
import type { Catalogue } from "../../domain/catalogue/catalogue.ts";
import { createLane, type LaneLimits } from "./lane.ts";

export type PoolLimits = LaneLimits;

const LIMITS: PoolLimits = { threads: 2, waiting: 16, taskMs: 10_000, idleMs: 30_000, heapMb: 512 };

/**
 * A file may be anything, and parsing may take 512 MB, with what V8 keeps of a thread that has ended and with the copies of
 * the text on its way out. A buffer that grows is doubled and copied. So the thread ends before it has that much.
 */
const OF_FILES: PoolLimits = {
  threads: 1,
  waiting: 8,
  taskMs: 30_000,
  idleMs: 30_000,
  heapMb: 256,
  memoryMb: 384,
  keptMb: 64,
  movesInput: true,
};

export interface Pool extends Threads {
  /** Current number of threads. */
  size(): number;
  /** Ends all threads. Running and waiting tasks fail with `unavailable`. */
  stop(): Promise<void>;
}

/** `ofFiles` changes the limits of the lane for files, `changes` those of all other tasks. */
export function createPool(
  catalogue: Catalogue,
  changes: Partial<PoolLimits> = {},
  ofFiles: Partial<PoolLimits> = {},
): Pool {
  const main = createLane(catalogue, { ...LIMITS, ...changes });
  const files = createLane(catalogue, { ...OF_FILES, ...ofFiles });
  const laneOf = (task: TaskName) => (task === "readFile" ? files : main);
  return {
    run: (task, input, signal, owner) => laneOf(task).run(task, input, signal, owner),
    size: () => main.size() + files.size(),
    async stop() {
      await Promise.all([main.stop(), files.stop()]);
    },
  };
}
