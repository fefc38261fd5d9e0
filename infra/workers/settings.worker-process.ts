/** What workers need besides a connection, wherever they run. */

import { missingVariable, PROVIDERS } from "../../activities/models/base/providers.ts";
import { createMemory, createModels } from "../../activities/models/index.ts";
import { tools } from "../../features/tools/infra/index.ts";
import type { Config } from "../base/config.infra-base.ts";
import type { Parts } from "../parts/parts.wiring.ts";
import type { QueuesInput } from "./worker.worker-process.ts";

/** `serving`: ids of the providers that this process calls. */
export function queuesInput(parts: Parts, serving: string[]): QueuesInput {
  const { config, logger, store, providers, catalogue, templates, passages, turnVectors, codec, metrics, telemetry } =
    parts;
  const { experiments, deltaIntervalMs, repetitionThreshold, repetitionContainment, repetitionCosine, durations } =
    config;
  return {
    store,
    models: metrics.models(telemetry.models(createModels({ providers, memory: createMemory(store.records) }))),
    catalogue,
    templates,
    passages,
    turnVectors,
    codec,
    logger,
    tracing: telemetry.worker,
    providers: serving,
    heartbeat: durations.heartbeat,
    maxRps: ratesOf(config),
    ...tools(parts),
    webhooks: { allowPrivate: config.webhookAllowPrivate, publicUrl: config.publicUrl },
    experiments,
    deltaIntervalMs,
    repetitionThreshold,
    repetitionContainment,
    repetitionCosine,
  };
}

/** Providers that this process can call, because it has their keys. */
export function askableProviders({ providers }: Pick<Config, "providers">): string[] {
  return PROVIDERS.flatMap((row) => (missingVariable(row, providers[row.id]) === null ? [row.id] : []));
}

/** Calls per second, for providers with a limit. */
function ratesOf({ providers }: Config): Record<string, number> {
  const rates = Object.entries(providers).flatMap(([id, { maxRps }]) => (maxRps ? [[id, maxRps] as const] : []));
  return Object.fromEntries(rates);
}
