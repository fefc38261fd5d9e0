/** What the worker of one task queue does, on Lambda or elsewhere. */
import type { RuntimeOptions, WorkerOptions } from "@temporalio/worker";
import { createModels } from "../../activities/models/index.ts";
import { temporalRuntime } from "../logger.ts";
import { type QueuesInput, queueOptions } from "../worker.ts";
import type { Parts } from "./parts.ts";
import { withSpendLog } from "./spend-log.ts";

/** All that workers need besides a connection. `providers`: those whose calls this process makes. */
export function queuesInput(parts: Parts, input: { providers: string[]; codePath: string }): QueuesInput {
  const { config, logger, store, catalogue, templates, codec, telemetry } = parts;
  const rates = Object.entries(config.providers).flatMap(([id, { maxRps }]) => (maxRps ? [[id, maxRps] as const] : []));
  return {
    store,
    catalogue,
    templates,
    codec,
    logger,
    models: withSpendLog(telemetry.models(createModels({ providers: config.providers })), logger),
    tracing: telemetry.worker,
    providers: input.providers,
    maxRps: Object.fromEntries(rates),
    webhooks: { allowPrivate: config.webhookAllowPrivate, publicUrl: config.publicUrl },
    repetitionThreshold: config.repetitionThreshold,
    repetitionContainment: config.repetitionContainment,
    repetitionCosine: config.repetitionCosine,
    turnVectors: parts.turnVectors,
    workflowBundle: { codePath: input.codePath },
  };
}

/** Options of one queue's worker: `provider` null is the queue of workflows and the store. */
export function optionsOf(
  input: { parts: Parts; provider: string | null; codePath: string },
  stopping: AbortSignal,
): WorkerOptions {
  const providers = input.provider === null ? [] : [input.provider];
  const options = queueOptions(queuesInput(input.parts, { providers, codePath: input.codePath }), stopping).at(-1);
  if (!options) throw new Error("there is no worker for the queue");
  return options;
}

export function runtimeOf({ logger }: Parts): RuntimeOptions {
  return temporalRuntime(logger);
}
