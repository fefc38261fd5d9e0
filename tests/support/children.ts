/** The processes that a process has started, on Linux. */
import { readdirSync, readFileSync } from "node:fs";

export function childrenOf(parent: number): number[] {
  return readdirSync("/proc").flatMap((name) => (parentOf(name) === parent ? [Number(name)] : []));
}

function parentOf(pid: string): number | null {
  if (!/^\d+$/.test(pid)) return null;
  try {
    // After the program's name, which is in brackets: state, then parent.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return null;
  }
}
