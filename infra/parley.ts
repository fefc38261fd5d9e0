/** Puts a Parley process together: the stack, then workers, the API, or both on top of it. */
import { Client, Connection } from "@temporalio/client";
import type { PayloadCodec } from "@temporalio/common";
import { NativeConnection } from "@temporalio/worker";
import type { Logger } from "pino";
import { createCatalogue, createModels } from "../activities/models/index.ts";
import { createApp } from "../api/app.ts";
import { createDebateId } from "../api/ids.ts";
import type { Catalogue } from "../domain/catalogue.ts";
import { settingsOf } from "./api-settings.ts";
import { dataConverterOf } from "./codec/data-converter.ts";
import { payloadCodecOf } from "./codec/payload-codec.ts";
import type { Config } from "./config.ts";
import { deploymentOf } from "./deploy/deployment.ts";
import { type Listening, listen, requireGuarded } from "./listen.ts";
import { type Progress, sayIfSlow } from "./local/progress.ts";
import { type Stack, startStack } from "./local/stack.ts";
import { createMetrics, type Metrics } from "./metrics/index.ts";
import { serveMetrics } from "./metrics/listener.ts";
import { createRetrieval, type Retrieval } from "./retrieval.ts";
import { type OpenStore, openStore } from "./store.ts";
import { ensureSweep } from "./sweep-schedule.ts";
import { startTelemetry, type Telemetry } from "./telemetry/index.ts";
import { version } from "./version.ts";
import { startWorkers, type Workers } from "./worker.ts";
import { workerSettingsOf } from "./worker-settings.ts";

export interface ParleyOptions {
  config: Config;
  logger: Logger;
  progress: Progress;
  workers: boolean;
  /** The port to begin looking at; null: no API in this process. */
  apiPort: number | null;
}

export interface Parley {
  stack: Stack;
  catalogue: Catalogue;
  /** Ids of the providers whose calls this process makes. */
  serving: string[];
  /** Where the API listens; null without one. */
  url: string | null;
  /** Rejects when a worker fails for good. */
  failed: Promise<never>;
  /** Ends the API, drains the workers, then stops what the stack started. */
  stop: () => Promise<void>;
  /** For the impatient: asks the embedded servers to end and waits for nothing. */
  stopNow: () => void;
}

type Models = ReturnType<typeof createModels>;

interface Parts extends Retrieval {
  stack: Stack;
  metrics: Metrics;
  telemetry: Telemetry;
  store: OpenStore;
  models: Models;
  catalogue: Catalogue;
  /** null: payloads are plain JSON. */
  codec: PayloadCodec | null;
}

/** Resolves once everything answers. What had started is stopped again when a later part fails. */
export async function startParley(options: ParleyOptions): Promise<Parley> {
  const { config, progress } = options;
  await using starting = new AsyncDisposableStack();
  const metrics = createMetrics();
  const { registry } = metrics;
  const telemetry = await startTelemetry(config.telemetry, { registry, logger: options.logger, version: version() });
  starting.defer(() => telemetry.stop());
  const stack = starting.adopt(await startStack(config, { progress, demo: options.workers }), (it) => it.stop());
  const store = starting.adopt(await openStore(config, stack), (it) => it.close());
  const guarded = config.oidc !== null || (await store.apiKeys.isInUse());
  if (options.apiPort !== null) requireGuarded(config.host, guarded);
  const { models, catalogue } = modelsOf(config, stack);
  const parts: Parts = {
    stack,
    metrics,
    telemetry,
    store: metrics.store(store),
    models: metrics.models(telemetry.models(models)),
    catalogue,
    ...createRetrieval(config, store),
    codec: await payloadCodecOf({ ...config, region: config.dynamodb.region }),
  };
  const serving = parts.catalogue.providers().flatMap((provider) => (provider.isAuthenticated ? provider.id : []));
  const workers = options.workers
    ? await sayIfSlow(addWorkers({ ...parts, options, serving, starting }), "bundling the workflow code", progress)
    : null;
  const api =
    options.apiPort === null ? null : await addApi({ ...parts, options, port: options.apiPort, guarded, starting });
  if (options.apiPort === null && config.metricsPort !== null)
    starting.adopt(await addMetrics(config, { meter: metrics.meter, port: config.metricsPort }), (it) => it.stop());
  const started = starting.move();
  return {
    stack,
    catalogue: parts.catalogue,
    serving: workers ? serving : [],
    url: api?.url ?? null,
    failed: workers?.failed ?? new Promise(() => {}),
    stop: () => started.disposeAsync(),
    stopNow: stack.stopNow,
  };
}

function modelsOf(config: Config, stack: Stack): { models: Models; catalogue: Catalogue } {
  const providers = { ...config.providers, ...(stack.demoUrl !== null && { demo: { baseUrl: stack.demoUrl } }) };
  const { defaultModel, defaultJudgeModel } = config;
  return {
    models: createModels({ providers }),
    catalogue: createCatalogue({ providers, defaultModel, defaultJudgeModel }),
  };
}

async function addMetrics({ host }: Config, { meter, port }: { meter: Metrics["meter"]; port: number }) {
  return serveMetrics({ meter, host, port }).catch((cause: Error) => {
    throw new Error(`the metrics can not be served on METRICS_PORT ${port}: ${cause.message}`, { cause });
  });
}

async function addWorkers(
  input: Parts & { options: ParleyOptions; serving: string[]; starting: AsyncDisposableStack },
): Promise<Workers> {
  const { options, serving, starting, stack, store, models, catalogue, codec, telemetry } = input;
  const { config, logger } = options;
  const connection = starting.adopt(await NativeConnection.connect(stack.temporal), (it) => it.close());
  const workers = await startWorkers({
    connection,
    store,
    models,
    catalogue,
    templates: input.templates,
    turnVectors: input.turnVectors,
    codec,
    logger,
    tracing: telemetry.worker,
    namespace: config.temporal.namespace,
    providers: serving,
    ...workerSettingsOf(config),
    ...(await deploymentOf(config)),
  });
  starting.adopt(workers, (it) => it.stop());
  const temporal = new Client({ connection, namespace: config.temporal.namespace, ...dataConverterOf(codec) });
  const { sweepIntervalSeconds: intervalSeconds, deltasKeptSeconds } = config;
  await ensureSweep(temporal, { intervalSeconds, deltasKeptSeconds });
  return workers;
}

async function addApi(
  input: Parts & { options: ParleyOptions; port: number; guarded: boolean; starting: AsyncDisposableStack },
): Promise<Listening> {
  const { options, port, guarded, starting, stack, store, catalogue, templates, metrics, codec, telemetry } = input;
  const { config, logger } = options;
  const { namespace } = config.temporal;
  const connection = starting.adopt(await Connection.connect(stack.temporal), (it) => it.close());
  const temporal = new Client({ connection, namespace, ...dataConverterOf(codec), ...telemetry.client });
  const closing = new AbortController();
  const build = (url: string) => {
    const app = createApp({
      temporal,
      store,
      templates,
      catalogue,
      logger,
      meter: metrics.meter,
      ...(codec && { codec }),
      settings: {
        ...settingsOf(config),
        publicUrl: config.publicUrl ?? url,
        secret: stack.secret,
        temporalUiUrl: stack.temporalUiUrl,
      },
      now: () => new Date(),
      newId: createDebateId,
      closing: closing.signal,
    });
    return (request: Request, env: object) => app.fetch(request, env);
  };
  return starting.adopt(await listen({ host: config.host, port, guarded, closing, build }), (it) => it.stop());
}
