/** Child processes of the embedded stack: they outlive a Ctrl-C in the terminal and are stopped one by one, by id. */
import { setTimeout as sleep } from "node:timers/promises";

/** True while a process with this id exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Asks the process to end, waits up to `graceMs`, then kills it. Resolves when it is gone. */
export async function endProcess(pid: number, graceMs = 10_000): Promise<void> {
  signal(pid, "SIGTERM");
  const deadline = Date.now() + graceMs;
  while (isAlive(pid) && Date.now() < deadline) await sleep(25);
  if (!isAlive(pid)) return;
  signal(pid, "SIGKILL");
  while (isAlive(pid)) await sleep(25);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** What a child of the stack may see of the environment: no keys, and nothing that would redirect it. */
export function bareEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = ["PATH", "HOME", "TMPDIR", "TEMP", "TMP", "SystemRoot", "LANG", "LC_ALL", "TZ"];
  return Object.fromEntries(kept.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}
