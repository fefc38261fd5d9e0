/** Ends a process whose task takes more than it may. */
import { performance } from "node:perf_hooks";
import { LOOK_MS, usageOf } from "./usage.task.ts";

/** Milliseconds of processor time, so that a busy machine refuses nothing that an idle one takes. */
interface ProcessorTime {
  base: number;
  perMib: number;
  /** For each page that has been read. */
  perPage: number;
  most: number;
}

export interface TaskLimits {
  cpuMs: ProcessorTime;
  /** Milliseconds by the clock. */
  wallMs: number;
  memoryMb: number;
}

export interface Watch {
  /** The input is about to be read: from now on processor time counts. */
  begins(): Promise<void>;
  pageRead(): void;
  stop(): void;
}

const MIB = 1024 * 1024;

/** `end` is called once or more. Where the system does not say what a process takes, its time by the clock counts. */
export function watchTask(pid: number, task: { limits: TaskLimits; bytes: number; end: () => void }): Watch {
  const { limits, bytes, end } = task;
  const { base, perMib, perPage, most } = limits.cpuMs;
  let allowed = base + (perMib * bytes) / MIB;
  let begunAt = 0;
  let before = 0;
  let looks: NodeJS.Timeout | undefined;
  let isOver = false;
  const look = async () => {
    const usage = await usageOf(pid);
    if (isOver) return;
    const spent = usage ? usage.cpuMs - before : performance.now() - begunAt;
    if (spent > Math.min(allowed, most) || (usage && usage.memoryMb > limits.memoryMb)) end();
  };
  const late = setTimeout(end, limits.wallMs);
  return {
    async begins() {
      begunAt = performance.now();
      before = (await usageOf(pid))?.cpuMs ?? 0;
      if (!isOver) looks = setInterval(() => void look(), LOOK_MS);
    },
    pageRead() {
      allowed += perPage;
    },
    stop() {
      isOver = true;
      clearTimeout(late);
      clearInterval(looks);
    },
  };
}
