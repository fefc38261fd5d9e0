/**
 * OpenTelemetry by OTLP: traces from requests to model calls, and Prometheus's metrics. Without settings not even the
 * SDK is loaded.
 */
import type { Telemetry, TelemetryInput, TelemetrySettings } from "../base/telemetry-settings.ts";

const NO_TELEMETRY: Telemetry = {
  client: {},
  worker: null,
  models: (models) => models,
  toolbox: (toolbox) => toolbox,
  store: (store) => store,
  flush: async () => {},
  stop: async () => {},
};

/** Call once per process, before anything traced. null: telemetry is off. */
export async function startTelemetry(settings: TelemetrySettings | null, input: TelemetryInput): Promise<Telemetry> {
  if (settings === null) return NO_TELEMETRY;
  const { createTelemetry } = await import("./sdk.ts");
  return createTelemetry(settings, input);
}
