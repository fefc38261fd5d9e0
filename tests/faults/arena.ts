/** A Parley in pieces that can be broken one by one: Temporal on a file, DynamoDB behind a proxy, API and worker as processes. */
import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleWorkflowCode, DefaultLogger } from "@temporalio/worker";
import { freePort } from "../../infra/base/ports.infra-base.ts";
import { type LocalTemporal, startTemporal } from "../../infra/local/temporal/server.temporal-server.ts";
import { type Proxy, startProxy } from "../store/proxy.ts";
import { isAlive, killProgram, startProgram } from "../support/processes/program.ts";
import { staysAway } from "../support/waits.ts";
import { startWorld, type World } from "../support/world.ts";

export interface Arena {
  /** Its own API, in this process, stays up; what the proxy and Temporal suffer, it suffers too. */
  world: World;
  /** The API in a process of its own. */
  apiUrl: string;
  /** Before the table of everybody. */
  proxy: Proxy;
  /** SIGKILL, and at once another in its place. */
  replaceWorker(): Promise<void>;
  replaceApi(): Promise<void>;
  /** SIGKILL, and after so many milliseconds the same again on its file. */
  restartTemporal(awayMs: number): Promise<void>;
  /** Starts what is not alive, so that one cell does not spoil the next. */
  mend(): Promise<void>;
  stop(): Promise<void>;
}

/** After so long without a word from its worker a call counts as lost. */
export const HEARTBEAT_TIMEOUT_MS = 5_000;

const WORKFLOWS = fileURLToPath(new URL("../../workflows/index.ts", import.meta.url));

export async function startArena(): Promise<Arena> {
  await using starting = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "parley-faults-"));
  starting.defer(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const temporalOptions = { dataDir: folder, namespace: "default", headless: true, port };
  let temporal: LocalTemporal = await startTemporal(temporalOptions);
  starting.defer(() => temporal.stop());
  const bundle = join(folder, "workflows.cjs");
  const { code } = await bundleWorkflowCode({ workflowsPath: WORKFLOWS, logger: new DefaultLogger("WARN") });
  await writeFile(bundle, code);
  let proxy: Proxy | undefined;
  const world = starting.adopt(
    await startWorld({
      temporalAddress: temporal.address,
      workers: false,
      durations: { heartbeat: 500, heartbeatTimeout: HEARTBEAT_TIMEOUT_MS, silence: 3_000 },
      before: async (engine) => (proxy = await startProxy(engine)),
    }),
    (it) => it.stop(),
  );
  if (!proxy) throw new Error("the world has not asked for its proxy");
  const { table, taskQueue, temporalAddress, models } = world;
  const apiPort = await freePort();
  const settings = { table, taskQueue, temporalAddress, providers: models.providers, bundle };
  const worker = createPart("worker", settings);
  const api = createPart("api", { ...settings, port: apiPort });
  starting.defer(() => Promise.all([worker.kill(), api.kill()]).then(() => undefined));
  await Promise.all([worker.start(), api.start()]);
  const running = starting.move();
  return {
    world,
    apiUrl: `http://127.0.0.1:${apiPort}`,
    proxy,
    replaceWorker: () => replace(worker),
    replaceApi: () => replace(api),
    async restartTemporal(awayMs) {
      process.kill(temporal.pid, "SIGKILL");
      await staysAway(awayMs);
      temporal = await startTemporal(temporalOptions);
    },
    async mend() {
      await Promise.all([worker, api].filter((part) => !part.alive()).map((part) => part.start()));
    },
    stop: () => running.disposeAsync(),
  };
}

async function replace(part: ReturnType<typeof createPart>): Promise<void> {
  await part.kill();
  await part.start();
}

/** A process of `tests/support/processes` that says a line once it serves. */
function createPart(name: "worker" | "api", settings: object) {
  let child: ChildProcess | undefined;
  return {
    alive: () => child !== undefined && isAlive(child),
    async start(): Promise<void> {
      ({ child } = await startProgram({ name, settings, isQuiet: true }));
    },
    async kill(): Promise<void> {
      if (child) await killProgram(child);
    },
  };
}
