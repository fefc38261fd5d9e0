/** What workers are told of the configuration, wherever they run: in one process with the API, as a service, as functions. */
import type { Config } from "./config.ts";
import type { QueuesInput } from "./worker.ts";

type WorkerSettings = Required<
  Pick<QueuesInput, "maxRps" | "webhooks" | "repetitionThreshold" | "repetitionContainment" | "repetitionCosine">
>;

export function workerSettingsOf(config: Config): WorkerSettings {
  const { repetitionThreshold, repetitionContainment, repetitionCosine } = config;
  return {
    maxRps: ratesOf(config),
    webhooks: { allowPrivate: config.webhookAllowPrivate, publicUrl: config.publicUrl },
    repetitionThreshold,
    repetitionContainment,
    repetitionCosine,
  };
}

/** Calls a second, of the providers that have a limit. */
function ratesOf({ providers }: Config): Record<string, number> {
  const rates = Object.entries(providers).flatMap(([id, { maxRps }]) => (maxRps ? [[id, maxRps] as const] : []));
  return Object.fromEntries(rates);
}
