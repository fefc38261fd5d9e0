/** Processor time that the server's processes for files take: other programs on this machine do not lengthen it. */
import { existsSync } from "node:fs";
import { LOOK_MS, usageOf } from "../../infra/tasks/usage.task.ts";
import { childrenOf, nameOf } from "../bench/process-tree.ts";

/** The program of a task, as a copy of the code and as a package have it. */
const OF_TASKS = /^child\.task\.[jt]s$/;

interface Spent {
  before: number;
  now: number;
}

export interface Processor {
  /** Milliseconds since it was watched. Where the system does not say what a process takes, the time by the clock. */
  stop(): Promise<number>;
}

export async function watchFileProcesses(server: number): Promise<Processor> {
  const spent = new Map<number, Spent>();
  const startedAt = performance.now();
  if (!existsSync("/proc/self/stat")) return { stop: async () => performance.now() - startedAt };
  const look = async (isFirst: boolean) => {
    for (const pid of childrenOf(server).filter((child) => OF_TASKS.test(nameOf(child)))) {
      const cpuMs = (await usageOf(pid))?.cpuMs;
      if (cpuMs === undefined) continue;
      // One that starts meanwhile does so for the file.
      const before = spent.get(pid)?.before ?? (isFirst ? cpuMs : 0);
      spent.set(pid, { before, now: cpuMs });
    }
  };
  await look(true);
  const looks = setInterval(() => void look(false), LOOK_MS);
  return {
    async stop() {
      clearInterval(looks);
      await look(false);
      return spent.values().reduce((sum, { before, now }) => sum + now - before, 0);
    },
  };
}
