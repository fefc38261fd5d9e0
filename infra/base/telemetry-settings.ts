import type { WorkflowClientInterceptor } from "@temporalio/client";
import type { OpenTelemetrySinks } from "@temporalio/interceptors-opentelemetry-v2";
import type { ActivityInterceptorsFactory, InjectedSinks } from "@temporalio/worker";
import type { Registry } from "prom-client";
import type { Toolbox } from "../../activities/base/toolbox.ts";
import type { Models } from "../../activities/models/base/port.model.ts";
import type { Store } from "../../store/port/store.ts";

/** OpenTelemetry's names. Every collector takes Protobuf, and many take nothing else. */
export const OTLP_PROTOCOLS = ["http/protobuf", "http/json"] as const;

export interface TelemetrySettings {
  /** The collector's address; `/v1/traces` and `/v1/metrics` are appended. */
  endpoint: string;
  /** Sent with each export, such as a collector's key. */
  headers: Record<string, string>;
  protocol: (typeof OTLP_PROTOCOLS)[number];
  serviceName: string;
  metricIntervalMs: number;
  /** Spans of model calls include prompts and replies; evaluations include their reasons. */
  captureContent: boolean;
}

export interface TelemetryInput {
  /** Its metrics are exported too. */
  registry: Registry;
  /** Logs failed exports. */
  logger: { warn(fields: object, message: string): void };
  version: string;
}

/** A finished span of a workflow. */
export type WorkflowSpan = Parameters<OpenTelemetrySinks["exporter"]["export"]>[0][number];

/** Workflows have no I/O, so their spans leave through a sink. */
type SpanSinks = Pick<OpenTelemetrySinks, "exporter">;

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
  /** Adds what judges found, as events, to the spans in which it is stored. */
  store<T extends Store>(store: T): T;
  /** Sends pending data; for functions, which may be frozen after each invocation. Never rejects. */
  flush(): Promise<void>;
  /** Sends pending data and releases everything. Never rejects. */
  stop(): Promise<void>;
}
