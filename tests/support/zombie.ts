/** A process that has ended and that its parent never reaps: it took a lock while it lived. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { lookAgain } from "./waits.ts";

const LOCK = fileURLToPath(new URL("../../infra/local/base/lock.ts", import.meta.url));

/** Resolves once it is a zombie. Whoever ends the parent lets it go. Linux only. */
export async function startZombie(lock: string): Promise<{ pid: number; parent: number }> {
  const script = `await (await import(${JSON.stringify(LOCK)})).tryLock(${JSON.stringify(lock)});`;
  // The shell becomes a program that knows nothing of its child.
  const command = '"$0" --input-type=module -e "$1" & echo $!; exec sleep 600';
  const parent = spawn("sh", ["-c", command, process.execPath, script], { stdio: ["ignore", "pipe", "ignore"] });
  const [line] = (await once(parent.stdout, "data")) as [Buffer];
  const pid = Number(String(line).trim());
  while (!/^State:\s+Z/m.test(await readFile(`/proc/${pid}/status`, "utf8"))) await lookAgain(20);
  return { pid, parent: parent.pid ?? 0 };
}
