/** What the worker of one task queue does, on Lambda or elsewhere. */
import type { RuntimeOptions, WorkerOptions } from "@temporalio/worker";
import { createModels } from "../../activities/models/index.ts";
import { temporalRuntime } from "../logger.ts";
import { type QueuesInput, queueOptions } from "../worker.ts";
import { workerSettingsOf } from "../worker-settings.ts";
import type { Parts } from "./parts.ts";
import { withSpendLog } from "./spend-log.ts";

/** All that workers need besides a connection. `providers`: those whose calls this process makes. */
export function queuesInput(parts: Parts, input: { providers: string[]; codePath: string }): QueuesInput {
  const { config, logger, store, catalogue, templates, turnVectors, codec, telemetry, metrics } = parts;
  const models = metrics.models(telemetry.models(createModels({ providers: config.providers })));
  return {
    store,
    catalogue,
    templates,
    turnVectors,
    codec,
    logger,
    models: withSpendLog(models, logger),
    tracing: telemetry.worker,
    providers: input.providers,
    ...workerSettingsOf(config),
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
