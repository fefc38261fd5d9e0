/**
 * The activities that a process has under way, noted in the data folder. When the process has died, the next one on the
 * folder gives them back to Temporal, which would otherwise wait for their time-outs.
 */
import { readlinkSync } from "node:fs";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "@temporalio/client";
import { ApplicationFailure } from "@temporalio/common";
import type { ActivityInterceptorsFactory, NativeConnection } from "@temporalio/worker";
import { ensurePrivateFolder, readJson, writeFileAtomic } from "./base/files.local-base.ts";
import { isRunning, ownIdentity, type ProcessIdentity, parseIdentity } from "./base/processes.ts";

const OWNER = "owner.json";

/** An activity's attempt. A token of an attempt that is over does nothing. */
interface Attempt {
  /** Base64. */
  token: string;
  workflowId: string;
  runId: string;
}

interface Owner extends ProcessIdentity {
  /** Who does not share these processes cannot tell whether one of them runs. */
  processes: string;
}

/** Notes what this process has under way, until `stop`. */
export async function noteUnderWay(dataDir: string) {
  const folder = join(folderOf(dataDir), String(process.pid));
  await rm(folder, { recursive: true, force: true });
  await ensurePrivateFolder(folder);
  const owner: Owner = { ...ownIdentity(), processes: ownProcesses() };
  await writeFileAtomic(join(folder, OWNER), JSON.stringify(owner));
  let count = 0;
  const interceptor: ActivityInterceptorsFactory = ({ info }) => ({
    inbound: {
      async execute(input, next) {
        const { workflowExecution: { workflowId, runId } = {} } = info;
        if (info.isLocal || workflowId === undefined || runId === undefined) return next(input);
        const file = join(folder, `${++count}.json`);
        const attempt: Attempt = { token: info.base64TaskToken, workflowId, runId };
        await writeFile(file, JSON.stringify(attempt), { mode: 0o600 });
        try {
          return await next(input);
        } finally {
          // A note that is left over does nothing.
          void rm(file, { force: true }).catch(() => {});
        }
      },
    },
  });
  return { interceptor, stop: () => rm(folder, { recursive: true, force: true }) };
}

/** Gives back what processes that have ended had under way. Returns how many attempts Temporal took back. */
export async function giveBack(
  dataDir: string,
  at: { connection: NativeConnection; namespace: string },
): Promise<number> {
  const client = new Client(at);
  const names = await readdir(folderOf(dataDir)).catch(() => []);
  const folders = names.map((name) => join(folderOf(dataDir), name));
  let count = 0;
  for (const folder of folders) {
    if (!(await isLost(folder))) continue;
    for (const attempt of await attemptsIn(folder)) if (await returned(attempt, client)) count += 1;
    await rm(folder, { recursive: true, force: true });
  }
  return count;
}

async function isLost(folder: string): Promise<boolean> {
  const value = await readJson(join(folder, OWNER));
  const identity = parseIdentity(value);
  if (!identity || (value as Partial<Owner>).processes !== ownProcesses()) return false;
  return !isRunning(identity);
}

/** A note that its process died over is no JSON. */
async function attemptsIn(folder: string): Promise<Attempt[]> {
  const files = (await readdir(folder)).filter((name) => name !== OWNER);
  const notes = await Promise.all(files.map((name) => readJson(join(folder, name))));
  return notes.filter((note) => note !== null) as Attempt[];
}

const LOST = ApplicationFailure.create({ message: "its process has ended", type: "lost", nextRetryDelay: 1 });

/** The workflow forgets the worker that had it too, or its next task would wait for that one. */
async function returned({ token, workflowId, runId }: Attempt, client: Client): Promise<boolean> {
  const { activity, workflowService, options } = client;
  try {
    await activity.fail(Buffer.from(token, "base64"), LOST);
  } catch {
    return false;
  }
  const { namespace } = options;
  await workflowService.resetStickyTaskQueue({ namespace, execution: { workflowId, runId } }).catch(() => {});
  return true;
}

function folderOf(dataDir: string): string {
  return join(dataDir, "under-way");
}

/** Processes of a container have ids of their own (pid_namespaces(7)). Empty where there is no such thing. */
function ownProcesses(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}
