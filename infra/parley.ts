/** Assembles a Parley process: the stack, then workers, the API, or both. */
import { randomUUID } from "node:crypto";
import { Connection } from "@temporalio/client";
import { NativeConnection } from "@temporalio/worker";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import { hasApiKeys } from "../api/access/api-keys.access.ts";
import type { Catalogue } from "../domain/shapes/catalogue/catalogue.ts";
import type { Config } from "./base/config.infra-base.ts";
import { deploymentOf } from "./base/deployment.ts";
import { missingOf } from "./checks/check.checks.ts";
import { checkTable } from "./checks/table.checks.ts";
import { type Progress, sayIfSlow } from "./local/base/progress.local-base.ts";
import { folderSecret } from "./local/base/secret.local-base.ts";
import type { Service } from "./local/service.local.ts";
import { type Stack, startStack } from "./local/stack.local.ts";
import { giveBack, noteUnderWay } from "./local/under-way.ts";
import { serveMetrics } from "./metrics/listener.ts";
import { createParts, type Parts } from "./parts/parts.wiring.ts";
import { openStore, tableOptionsOf } from "./parts/store.wiring.ts";
import { appOf } from "./serve/app.serve.ts";
import { type Listening, listen, requireGuarded } from "./serve/listen.ts";
import { createPool } from "./tasks/pool.task.ts";
import { startBeside } from "./workers/beside/processes.beside.ts";
import { askableProviders, queuesInput } from "./workers/settings.worker-process.ts";
import { ensureSweepOf } from "./workers/sweep-schedule.ts";
import { startWorkers, type WorkersInput } from "./workers/worker.worker-process.ts";

export interface ParleyOptions {
  config: Config;
  logger: Logger;
  progress: Progress;
  /** Processes of workers, this one included; 0: none. */
  workers: number;
  /** It uses the servers of the process that started it, and neither starts nor takes over any. */
  isGuest?: boolean;
  /** The first port to try; null: no API in this process. */
  apiPort: number | null;
}

/** `stop` stops the API, drains the workers, then stops the embedded servers. */
export interface Parley extends Service {
  stack: Stack;
  catalogue: Catalogue;
  /** Ids of the providers that this process calls. */
  serving: string[];
  /** The API's address; null without one. */
  url: string | null;
  /** What this process counts. */
  metrics: Registry;
}

interface Assembly {
  parts: Parts;
  stack: Stack;
  /** Disposed if a part fails, else when Parley stops. */
  starting: AsyncDisposableStack;
}

/** Resolves once everything answers. If a part fails, the started ones are stopped. */
export async function startParley(options: ParleyOptions): Promise<Parley> {
  const { config, logger, progress, apiPort, isGuest = false } = options;
  await using starting = new AsyncDisposableStack();
  const stack = starting.adopt(
    await startStack(config, { progress, logger, demo: options.workers > 0, isGuest }),
    (it) => it.stop(),
  );
  if (!isGuest) await sayMissing(config, stack, progress);
  const store = starting.adopt(await openStore(config, stack), (it) => it.close());
  const guarded = config.oidc !== null || (await hasApiKeys(store.records));
  if (apiPort !== null) requireGuarded(config.host, guarded);
  const demo = stack.demo && { demo: { baseUrl: stack.demo.url, apiKey: stack.demo.key } };
  const parts = await createParts({ config, logger, store, providers: { ...config.providers, ...demo } });
  starting.defer(() => parts.telemetry.stop());
  const assembly = { parts, stack, starting };
  const serving = options.workers > 0 ? askableProviders(config) : [];
  const workers =
    options.workers > 0
      ? await sayIfSlow(addWorkers(assembly, serving, options.workers), "bundling the workflow code", progress)
      : [];
  const api = apiPort === null ? null : await addApi(assembly, { port: apiPort, guarded });
  if (apiPort === null && config.metricsPort !== null)
    starting.adopt(await addMetrics(parts, config.metricsPort), (it) => it.stop());
  const started = starting.move();
  const failed = Promise.race([stack, ...workers].map((it) => it.failed));
  failed.catch(() => undefined);
  return {
    stack,
    catalogue: parts.catalogue,
    serving,
    url: api?.url ?? null,
    metrics: parts.metrics.registry,
    failed,
    stop: () => started.disposeAsync(),
    stopNow() {
      for (const each of workers) each.stopNow();
      stack.stopNow();
    },
  };
}

/** Of a table that is not embedded. An engine that does not answer is named when the store is opened. */
async function sayMissing(config: Config, stack: Stack, progress: Progress): Promise<void> {
  if (stack.dynamodbKey !== null) return;
  const findings = await checkTable(tableOptionsOf(config, stack)).catch(() => []);
  for (const line of missingOf(findings)) progress(line);
}

async function addMetrics({ config: { host }, metrics: { meter } }: Parts, port: number) {
  return serveMetrics({ meter, host, port }).catch((cause: Error) => {
    throw new Error(`the metrics cannot be served on METRICS_PORT ${port}: ${cause.message}`, { cause });
  });
}

/** This process's own, then those of the processes beside it. */
async function addWorkers(
  { parts, stack, starting }: Assembly,
  serving: string[],
  processes: number,
): Promise<Service[]> {
  const { config, logger, metrics } = parts;
  const connection = starting.adopt(await NativeConnection.connect(stack.temporal), (it) => it.close());
  const { namespace } = config.temporal;
  const version = await deploymentOf(config);
  const noting = await notingOf({ parts, stack, starting }, connection);
  const own = { ...version, ...noting, homeId: randomUUID().slice(0, 8) };
  const workers = await startWorkers({ ...queuesInput(parts, serving), ...own, connection, namespace });
  const beside = { count: processes - 1, dataDir: config.dataDir, logger, include: metrics.include };
  const here: Service = { ...workers, stopNow: () => {} };
  const all = processes > 1 ? [here, startBeside(beside)] : [here];
  starting.defer(async () => {
    await Promise.all(all.map((it) => it.stop()));
  });
  await ensureSweepOf(parts, connection);
  return all;
}

/** On a data folder of this machine: what a process that died had under way goes on at once. */
async function notingOf(
  { parts: { config, logger }, starting }: Assembly,
  connection: NativeConnection,
): Promise<Pick<WorkersInput, "noting">> {
  const { dataDir, embedded, temporal } = config;
  if (embedded === "off") return {};
  const count = await giveBack(dataDir, { connection, namespace: temporal.namespace });
  if (count > 0) logger.info({ count }, "activities of a process that has ended were given back");
  const { interceptor, stop } = await noteUnderWay(dataDir);
  starting.defer(stop);
  return { noting: interceptor };
}

async function addApi(
  { parts, stack, starting }: Assembly,
  { port, guarded }: { port: number; guarded: boolean },
): Promise<Listening> {
  const { config, catalogue } = parts;
  const connection = starting.adopt(await Connection.connect(stack.temporal), (it) => it.close());
  const tasks = starting.adopt(createPool(catalogue), (it) => it.stop());
  const secret = config.secret ?? (await folderSecret(config.dataDir));
  const closing = new AbortController();
  const build = (url: string) => {
    const { receiptKeys, temporalUiUrl } = stack;
    const settings = { publicUrl: config.publicUrl ?? url, secret, receiptKeys, temporalUiUrl };
    const app = appOf(parts, { connection, tasks, settings, closing: closing.signal });
    return (request: Request, env: object) => app.fetch(request, env);
  };
  const listening = starting.adopt(await listen({ host: config.host, port, guarded, closing, build }), (it) =>
    it.stop(),
  );
  // Nothing waits for it: until then a file starts a process itself.
  void tasks.warm();
  return listening;
}
