/** The command that starts a process for tasks, with the limits that the system itself keeps. */
import { existsSync } from "node:fs";
import { modulePath } from "../local/base/module-path.ts";

export interface ChildLimits {
  /** Of V8's heap. Buffers are outside. */
  heapMb: number;
  /** Of the whole process, as it is watched. */
  memoryMb: number;
}

/** Seconds of processor time in a process's whole life: it ends even if nobody is left who watches it. */
export const LIFE_SECONDS = 60;
/** Node reserves 600 MB of private memory before it does anything, 512 of it for code. */
const RESERVED_MB = 768;
const SHELL = "/bin/sh";
/**
 * No core dump, no bytes into files, processor time, private memory; and if memory runs out on the machine, Linux ends this
 * process first. What a system does not have, it skips.
 */
const LIMITED = ({ memoryMb }: ChildLimits) =>
  [
    "{ ulimit -c 0",
    "ulimit -f 0",
    `ulimit -t ${LIFE_SECONDS}`,
    `ulimit -d ${(memoryMb + RESERVED_MB) * 1024}`,
    "echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null",
    'exec "$0" "$@"',
  ].join("; ");

export function commandOf(limits: ChildLimits): [file: string, args: string[]] {
  const script = modulePath(import.meta.url, "child.task");
  const args = [
    `--max-old-space-size=${limits.heapMb}`,
    "--max-semi-space-size=16",
    // No file is written, no program and no addon started, and no text becomes code.
    "--permission",
    "--allow-fs-read=*",
    "--disallow-code-generation-from-strings",
    script,
  ];
  if (process.platform === "win32" || !existsSync(SHELL)) return [process.execPath, args];
  return [SHELL, ["-c", LIMITED(limits), process.execPath, ...args]];
}
