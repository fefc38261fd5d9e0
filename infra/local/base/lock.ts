/**
 * A lock between processes: a file that names its holder, with the time at which the holder started. A dead holder loses
 * it at once, also where another process has its pid by now.
 *
 * Ours, since the package `proper-lockfile` (4.1.2) decides by the age of a file. A stopped holder lost its lock while it
 * lived, a killed one blocked others for 10 s, and 28 of 200 old locks were taken by two processes.
 */
import { createHash, randomUUID } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { isRunning, ownIdentity, type ProcessIdentity, parseIdentity } from "./processes.ts";

/** Takes the lock unless a living process holds it. */
export async function tryLock(path: string): Promise<boolean> {
  if (await create(path)) return true;
  const text = await readLock(path);
  if (text === null) return create(path);
  return holderIn(text) === null && (await replace(path, text));
}

/**
 * Takes the lock of a dead holder. Only who holds the lock on that lock's text may remove it: whoever comes later finds
 * another text, and leaves it.
 */
async function replace(path: string, text: string): Promise<boolean> {
  const removal = `${path}.${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
  if (!(await tryLock(removal))) return false;
  try {
    if ((await readLock(path)) !== text) return false;
    await rm(path, { force: true });
    return await create(path);
  } finally {
    await unlock(removal);
  }
}

/** The living holder's id, or null. A process that only reuses the pid is not the holder. */
export async function lockHolder(path: string): Promise<number | null> {
  return holderIn((await readLock(path)) ?? "")?.pid ?? null;
}

/** Releases our own lock only. */
export async function unlock(path: string): Promise<void> {
  // Nobody removes the lock of a living process.
  if ((await lockHolder(path)) === process.pid) await rm(path, { force: true });
}

/** Runs `work` exclusively among all processes that use this path. */
export async function withLock<T>(
  path: string,
  work: () => Promise<T>,
  options: { onWait?: () => void; pollMs?: number } = {},
): Promise<T> {
  let waited = false;
  while (!(await tryLock(path))) {
    if (!waited) options.onWait?.();
    waited = true;
    await sleep(options.pollMs ?? 250);
  }
  try {
    return await work();
  } finally {
    await unlock(path);
  }
}

/** null when there is no lock. */
async function readLock(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function holderIn(text: string): ProcessIdentity | null {
  try {
    const holder = parseIdentity(JSON.parse(text));
    return holder !== null && isRunning(holder) ? holder : null;
  } catch {
    return null;
  }
}

/** Written to a temporary file and linked, so that a lock always has a holder. */
async function create(path: string): Promise<boolean> {
  const aside = `${path}.${process.pid}-${randomUUID()}`;
  try {
    await writeFile(aside, JSON.stringify(ownIdentity()), { mode: 0o600 });
    return await linkNew(aside, path);
  } finally {
    await rm(aside, { force: true });
  }
}

/** False if the path exists. */
async function linkNew(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
