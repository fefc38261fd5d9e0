/** A whole Parley as `npm start` runs it, in a process and a folder of its own, with a key and two debates. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApiKey } from "../../api/access/api-keys.access.ts";
import { loadConfig } from "../../infra/base/config.infra-base.ts";
import { withStore } from "../../infra/cli/keys/store.command.ts";
import { addressOf, spawnParley } from "../support/servers/parley.ts";
import type { Targets } from "./description.ts";

const DEBATE = {
  topic: "Should cities ban cars?",
  format: "round-limited",
  maxRounds: 1,
  participants: [
    { name: "Ada", model: "demo/debater", position: "Cities should." },
    { name: "Ben", model: "demo/debater", position: "Cities should not." },
  ],
};

/** Few drafts, so that a tenant has soon filled them. */
const KEEPS = "debates=500:40MB";

export interface HostileServer {
  url: string;
  token: string;
  /** Of two other tenants. */
  others: { full: string; free: string };
  dataDir: string;
  targets: Targets;
  /** Of the server's process. */
  pid: number;
  isAlive(): boolean;
  stop(): Promise<void>;
}

export async function startHostileServer(): Promise<HostileServer> {
  await using starting = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "parley-hostile-"));
  starting.defer(() => rm(folder, { recursive: true, force: true }));
  const dataDir = join(folder, "data");
  await mkdir(dataDir);
  const token = await adminKey(dataDir, "hostile");
  const others = { full: await adminKey(dataDir, "full"), free: await adminKey(dataDir, "free") };
  const child = spawnParley({ dataDir, env: { LOG_LEVEL: "fatal", TENANT_KEEPS: KEEPS } });
  child.stderr.pipe(process.stderr);
  starting.defer(async () => {
    if (!isRunning(child)) return;
    const gone = once(child, "exit");
    child.kill("SIGTERM");
    await gone;
  });
  const url = await addressOf(child);
  const targets = await makeTargets(url, token);
  const running = starting.move();
  return {
    url,
    token,
    others,
    dataDir,
    targets,
    pid: child.pid ?? 0,
    isAlive: () => isRunning(child),
    stop: () => running.disposeAsync(),
  };
}

async function adminKey(dataDir: string, tenant: string): Promise<string> {
  const config = loadConfig({ PARLEY_DATA_DIR: dataDir });
  const request = { scopes: ["admin" as const], name: "hostile" };
  const { token } = await withStore({ config, progress: () => undefined }, ({ records }) =>
    createApiKey(records, { tenant, request, now: new Date() }),
  );
  return token;
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

async function makeTargets(url: string, token: string): Promise<Targets> {
  const make = async (body: object): Promise<string> => {
    const response = await fetch(`${url}/v1/debates`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", prefer: "wait=60" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`a debate was refused with ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { id: string }).id;
  };
  const [over, draft] = await Promise.all([make(DEBATE), make({ ...DEBATE, start: false })]);
  return { over, draft };
}
