/** A lock between processes: a file that names its holder. A holder that is gone loses it. */
import { randomUUID } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive } from "./processes.ts";

/** Takes the lock unless a living process holds it. True when it is ours. */
export async function tryLock(path: string): Promise<boolean> {
  if (await create(path)) return true;
  const holder = await lockHolder(path);
  if (holder !== null) return false;
  await rm(path, { force: true });
  return create(path);
}

/** The id of the living process that holds the lock, or null. */
export async function lockHolder(path: string): Promise<number | null> {
  const text = await readFile(path, "utf8").catch(() => "");
  const pid = Number.parseInt(text, 10);
  return Number.isInteger(pid) && pid > 0 && isAlive(pid) ? pid : null;
}

export async function unlock(path: string): Promise<void> {
  await rm(path, { force: true });
}

/** Runs `work` alone among all processes that use this path. */
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

/** Written aside and linked into place, so that nobody ever reads a lock without its holder. */
async function create(path: string): Promise<boolean> {
  const aside = `${path}.${process.pid}-${randomUUID()}`;
  await writeFile(aside, String(process.pid));
  try {
    await link(aside, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(aside, { force: true });
  }
}
