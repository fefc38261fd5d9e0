/** Identifies and ends processes. Children of the stack outlive Ctrl-C in the terminal. */
import { type ChildProcess, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Identifies a process uniquely: the system reuses pids, and start times repeat after a reboot. */
export interface ProcessIdentity {
  pid: number;
  /** Changes with each boot; empty if unknown. */
  boot: string;
  /** In the system's own format, for comparison; empty if unknown. */
  startedAt: string;
}

const POLL_MS = 25;
const GONE_POLL_MS = 250;

/** True if a process with this id exists. A zombie has ended. */
export function isAlive(pid: number): boolean {
  return identityOf(pid) !== null;
}

/** True while exactly this process runs; false if another one has its pid. */
export function isRunning(identity: ProcessIdentity): boolean {
  const now = identityOf(identity.pid);
  return now !== null && now.boot === identity.boot && now.startedAt === identity.startedAt;
}

/** The process with this pid; null if there is none, or a zombie. */
export function identityOf(pid: number): ProcessIdentity | null {
  if (!exists(pid)) return null;
  const { state, startedAt } = statusOf(pid);
  return /^[ZX]/.test(state) ? null : { pid, boot: bootId(), startedAt };
}

export function ownIdentity(): ProcessIdentity {
  return identityOf(process.pid) ?? { pid: process.pid, boot: bootId(), startedAt: "" };
}

/** Parses another process's record; null for anything else, such as a bare pid. */
export function parseIdentity(value: unknown): ProcessIdentity | null {
  const { pid, boot, startedAt } = (value ?? {}) as Partial<ProcessIdentity>;
  if (!Number.isInteger(pid) || Number(pid) <= 0 || typeof boot !== "string" || typeof startedAt !== "string")
    return null;
  return { pid: Number(pid), boot, startedAt };
}

/** A server in another process. */
export interface ServerProcess {
  identity: ProcessIdentity;
  /** Resolves with how it ended. Keeps no program running. */
  ended: Promise<string>;
}

export function serverOfChild(child: ChildProcess): ServerProcess {
  const pid = child.pid ?? 0;
  const ended = new Promise<string>((resolve) => {
    // Not "exit": by now its last output is read.
    child.once("close", (code, name) => resolve(name ? `signal ${name}` : `exit code ${code}`));
    child.once("error", (error) => resolve(error.message));
  });
  return { identity: identityOf(pid) ?? { pid, boot: "", startedAt: "" }, ended };
}

/** A process that another one started: its exit code is unknown. */
export function serverOfOther(identity: ProcessIdentity): ServerProcess {
  return { identity, ended: untilGone(identity).then(() => "exit code unknown") };
}

async function untilGone(identity: ProcessIdentity): Promise<void> {
  while (isRunning(identity)) await sleep(GONE_POLL_MS, undefined, { ref: false });
}

/** Sends SIGTERM, waits up to `graceMs`, then kills the process. Resolves when it is gone. */
export async function endProcess(target: number | ProcessIdentity, graceMs = 10_000): Promise<void> {
  const identity = typeof target === "number" ? identityOf(target) : target;
  if (identity === null || !isRunning(identity)) return;
  signal(identity.pid, "SIGTERM");
  const deadline = performance.now() + graceMs;
  while (isRunning(identity) && performance.now() < deadline) await sleep(POLL_MS);
  if (isRunning(identity)) signal(identity.pid, "SIGKILL");
  while (isRunning(identity)) await sleep(POLL_MS);
}

/** Sends SIGTERM without waiting. */
export function terminate(identity: ProcessIdentity): void {
  if (isRunning(identity)) signal(identity.pid, "SIGTERM");
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function exists(pid: number): boolean {
  // A pid of 0 or less would signal a whole group.
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

type Status = { state: string; startedAt: string };

/** Unknown for hidden processes, and on Windows. */
function statusOf(pid: number): Status {
  if (process.platform === "win32") return { state: "", startedAt: "" };
  return process.platform === "linux" ? statusInProc(pid) : statusFromPs(pid);
}

function statusInProc(pid: number): Status {
  const stat = readOr(`/proc/${pid}/stat`, "");
  // Fields follow the program's name, which is in brackets and may contain anything: state is the 3rd, start the 22nd.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { state: fields[0] ?? "", startedAt: fields[22 - 3] ?? "" };
}

function statusFromPs(pid: number): Status {
  const env = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
  const { stdout } = spawnSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], { env, encoding: "utf8" });
  const [state = "", ...start] = (stdout ?? "").trim().split(/\s+/);
  return { state, startedAt: start.join(" ") };
}

let boot: string | undefined;

function bootId(): string {
  boot ??= readOr("/proc/sys/kernel/random/boot_id", "").trim();
  return boot;
}

function readOr(path: string, missing: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return missing;
  }
}

/** A child's environment: no keys, and nothing that would redirect it. */
export function bareEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = ["PATH", "HOME", "TMPDIR", "TEMP", "TMP", "SystemRoot", "LANG", "LC_ALL", "TZ"];
  return Object.fromEntries(kept.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

/** Makes a child's files private: it inherits its parent's umask. */
export function withPrivateFiles<T>(start: () => T): T {
  const mask = process.umask(0o077);
  try {
    return start();
  } finally {
    process.umask(mask);
  }
}
