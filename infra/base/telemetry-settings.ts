import type { WorkflowClientInterceptor } from "@temporalio/client";
import type { ActivityInterceptorsFactory, InjectedSinks } from "@temporalio/worker";
import type { Registry } from "prom-client";
import type { Toolbox } from "../../activities/base/toolbox.ts";
import type { Models } from "../../activities/models/base/port.model.ts";

export interface TelemetrySettings {
  /** The collector's address; `/v1/traces` and `/v1/metrics` are appended. */
  endpoint: string;
  /** Sent with each export, such as a collector's key. */
  headers: Record<string, string>;
  serviceName: string;
  metricIntervalMs: number;
  /** Spans of model calls include prompts and replies. */
  captureContent: boolean;
}

export interface TelemetryInput {
  /** Its metrics are exported too. */
  registry: Registry;
  /** Logs failed exports. */
  logger: { warn(fields: object, message: string): void };
  version: string;
}

/** Workflows have no I/O, so their spans leave through a sink. */
type SpanSinks = { exporter: { export(spans: never[]): void } };

export interface WorkerTracing {
  activity: ActivityInterceptorsFactory[];
  /** For workflow code that is bundled at run time. */
  workflowModules: () => string[];
  sinks: InjectedSinks<SpanSinks>;
}

export interface Telemetry {
  client: { interceptors?: { workflow: WorkflowClientInterceptor[] } };
  worker: WorkerTracing | null;
  /** Adds a span to each call. */
  models(models: Models): Models;
  /** Adds a span to each call of a tool. */
  toolbox(toolbox: Toolbox): Toolbox;
  /** Sends pending data; for functions, which may be frozen after each invocation. Never rejects. */
  flush(): Promise<void>;
  /** Sends pending data and releases everything. Never rejects. */
  stop(): Promise<void>;
}
