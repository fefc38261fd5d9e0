/** What a process takes, as the system counts it. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

export interface Usage {
  /** Resident. */
  memoryMb: number;
  /** Processor time of all its threads. */
  cpuMs: number;
}

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;
const run = promisify(execFile);

/** Milliseconds between two looks. `ps` is a process of its own. */
export const LOOK_MS = process.platform === "linux" ? 20 : 250;

/** null: the process has ended, or the system (Windows) does not say. */
export async function usageOf(pid: number): Promise<Usage | null> {
  if (process.platform === "win32") return null;
  return process.platform === "linux" ? usageInProc(pid) : usageFromPs(pid);
}

function usageInProc(pid: number): Usage | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // Fields follow the program's name, which is in brackets: user and system time are the 14th and 15th.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0;
    const ticks = Number(fields[14 - 3]) + Number(fields[15 - 3]);
    return { memoryMb: Number(resident) / 1024, cpuMs: ticks * TICK_MS };
  } catch {
    return null;
  }
}

/** `time` is `[[days-]hours:]minutes:seconds`, with a fraction on macOS. */
async function usageFromPs(pid: number): Promise<Usage | null> {
  try {
    const { stdout } = await run("ps", ["-o", "rss=,time=", "-p", String(pid)]);
    const [resident = "", time = ""] = stdout.trim().split(/\s+/);
    const seconds = time.split(/[-:]/).reduce((sum, part) => sum * 60 + Number(part), 0);
    return { memoryMb: Number(resident) / 1024, cpuMs: seconds * 1000 };
  } catch {
    return null;
  }
}
