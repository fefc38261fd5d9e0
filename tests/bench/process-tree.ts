/** Memory and CPU time of a process and all that it started, from Linux's /proc. */
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";

export interface ProcessUsage {
  /** `server.ts`, `temporal`: the script of a Node process, else the program. */
  name: string;
  /** Mebibytes. Pages that processes share are divided between them. */
  pss: number;
  /** User and system time since the start. */
  cpuSeconds: number;
}

/** Clock ticks a second, as Linux shows them to programs on every architecture. */
const TICKS = 100;

/** By pid. A process that ends meanwhile is left out. */
export function usageOf(root: number): Map<number, ProcessUsage> {
  const parents = new Map(pids().map((pid) => [pid, parentOf(pid)]));
  const isBelow = (pid: number | undefined): boolean => pid === root || (!!pid && isBelow(parents.get(pid)));
  return new Map(
    [...parents.keys()].filter(isBelow).flatMap((pid) => {
      const usage = usageOfOne(pid);
      return usage ? [[pid, usage] as const] : [];
    }),
  );
}

export function childrenOf(parent: number): number[] {
  return pids().filter((pid) => parentOf(pid) === parent);
}

function pids(): number[] {
  return readdirSync("/proc").map(Number).filter(Number.isInteger);
}

/** Fields after the program's name, which is in brackets and may contain anything: the parent is the 4th of all. */
function statOf(pid: number): string[] {
  const stat = read(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

function parentOf(pid: number): number {
  return Number(statOf(pid)[4 - 3]);
}

function usageOfOne(pid: number): ProcessUsage | null {
  const pss = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1];
  if (pss === undefined) return null;
  const stat = statOf(pid);
  const ticks = Number(stat[14 - 3]) + Number(stat[15 - 3]);
  return { name: nameOf(pid), pss: Number(pss) / 1024, cpuSeconds: ticks / TICKS };
}

/** Empty: it has ended. */
export function nameOf(pid: number): string {
  const [program = "", ...rest] = read(`/proc/${pid}/cmdline`).split("\0");
  const script = basename(program).startsWith("node") ? rest.find((argument) => !argument.startsWith("-")) : undefined;
  // npm writes its command into its title.
  return basename(script ?? program.split(" ")[0] ?? "");
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
