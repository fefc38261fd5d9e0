/** The APIs that run on a data folder: each process notes its own address, so that losing one hides no other. */
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { withoutLastSlash } from "../../domain/base/text/text.ts";
import { readJson, writeFileAtomic } from "./base/files.local-base.ts";
import { isRunning, ownIdentity, type ProcessIdentity, parseIdentity } from "./base/processes.ts";

interface Entry extends ProcessIdentity {
  url: string;
  /** ISO 8601. */
  since: string;
}

interface RunningApi {
  url: string;
  pid: number;
  /** It answers at its address now. */
  isHealthy: boolean;
}

/** Records this process's API, and forgets those of processes that have ended. */
export async function noteApi(dataDir: string, url: string): Promise<void> {
  await runningApis(dataDir);
  const entry: Entry = { ...ownIdentity(), url, since: new Date().toISOString() };
  await writeFileAtomic(fileOf(dataDir, process.pid), JSON.stringify(entry));
}

/** Removes this process's entry only. */
export async function forgetApi(dataDir: string): Promise<void> {
  await rm(fileOf(dataDir, process.pid), { force: true });
}

/** The APIs of living processes, newest first. Removes the entries of processes that have ended. */
export async function runningApis(dataDir: string): Promise<RunningApi[]> {
  const files = await readdir(dataDir).catch(() => []);
  const names = files.filter((name) => /^api-\d+\.json$/.test(name));
  const found = await Promise.all(names.map((name) => lookAt(join(dataDir, name))));
  return found
    .flatMap((api) => api ?? [])
    .toSorted((a, b) => b.since.localeCompare(a.since))
    .map(({ url, pid, isHealthy }) => ({ url, pid, isHealthy }));
}

/** null, and no entry any more, if its process has ended. Where another system's process answers, the entry stays. */
async function lookAt(path: string): Promise<(RunningApi & Entry) | null> {
  const entry = entryIn(await readJson(path));
  const isHealthy = entry !== null && (await answersAt(entry.url));
  if (entry && isRunning(entry)) return { ...entry, isHealthy };
  // A container that shares the folder does not see the processes of another one.
  if (!isHealthy) await rm(path, { force: true });
  return null;
}

function entryIn(value: unknown): Entry | null {
  const identity = parseIdentity(value);
  const { url, since } = (value ?? {}) as Partial<Entry>;
  return identity && typeof url === "string" && typeof since === "string" ? { ...identity, url, since } : null;
}

/** True if a Parley says at this address that its process runs. */
export async function answersAt(baseUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(`${withoutLastSlash(baseUrl)}/healthz`, { signal: AbortSignal.timeout(2_000) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

function fileOf(dataDir: string, pid: number): string {
  return join(dataDir, `api-${pid}.json`);
}
