/**
 * OpenTelemetry: traces from the request to each model call, and the same metrics that Prometheus reads, by OTLP. Off
 * without settings; then not even its SDK is loaded.
 */
import type { WorkflowClientInterceptor } from "@temporalio/client";
import type { ActivityInterceptorsFactory, InjectedSinks } from "@temporalio/worker";
import type { Registry } from "prom-client";
import type { Models } from "../../activities/models/port.ts";

export interface TelemetrySettings {
  /** Of the collector; `/v1/traces` and `/v1/metrics` are added. */
  endpoint: string;
  /** Sent with each export, such as a collector's key. */
  headers: Record<string, string>;
  serviceName: string;
  metricIntervalMs: number;
  /** Prompts and replies stand in the spans of model calls too. */
  captureContent: boolean;
}

export interface TelemetryInput {
  /** Its metrics are exported as well. */
  registry: Registry;
  /** Hears of exports that failed. */
  logger: { warn(fields: object, message: string): void };
  version: string;
}

export interface WorkerTracing {
  activity: ActivityInterceptorsFactory[];
  /** For workflow code that is bundled now, or that will be. */
  workflowModules: () => string[];
  sinks: InjectedSinks<SpanSinks>;
}

/** The spans of workflows, which have no I/O of their own, come out this way. */
type SpanSinks = { exporter: { export(spans: never[]): void } };

export interface Telemetry {
  /** Options of a Temporal client. */
  client: { interceptors?: { workflow: WorkflowClientInterceptor[] } };
  worker: WorkerTracing | null;
  /** The same models, with a span for each call. */
  models(models: Models): Models;
  /** Sends what there is; for functions, which may be frozen after each invocation. Never rejects. */
  flush(): Promise<void>;
  /** Sends what there is and lets go of everything. Never rejects. */
  stop(): Promise<void>;
}

const NO_TELEMETRY: Telemetry = {
  client: {},
  worker: null,
  models: (models) => models,
  flush: async () => {},
  stop: async () => {},
};

/** Once per process, before whatever is to be traced. null: nothing is sent anywhere. */
export async function startTelemetry(settings: TelemetrySettings | null, input: TelemetryInput): Promise<Telemetry> {
  if (settings === null) return NO_TELEMETRY;
  const { createTelemetry } = await import("./sdk.ts");
  return createTelemetry(settings, input);
}
