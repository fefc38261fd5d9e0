/** Sets up OpenTelemetry's SDK: exporters, and the process's resource attributes. */
import { randomUUID } from "node:crypto";
import { context, propagation, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { setGlobalErrorHandler, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPMetricExporter as JsonMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPMetricExporter as ProtobufMetricExporter } from "@opentelemetry/exporter-metrics-otlp-proto";
import { OTLPTraceExporter as JsonTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { OTLPTraceExporter as ProtobufTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { detectResources, envDetector, type Resource, resourceFromAttributes } from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
} from "@opentelemetry/sdk-trace-base";
import type { Telemetry, TelemetryInput, TelemetrySettings } from "../base/telemetry-settings.ts";
import { evaluatedStore } from "./evaluated-store.telemetry.ts";
import { createGenAiInstruments } from "./instruments.telemetry.ts";
import { tracedModels } from "./models.telemetry.ts";
import { prometheusProducer } from "./prometheus.ts";
import { clientInterceptors, workerTracing } from "./temporal.telemetry.ts";
import { tracedToolbox } from "./tools.telemetry.ts";

export function createTelemetry(settings: TelemetrySettings, input: TelemetryInput): Telemetry {
  const { logger } = input;
  const failed = (error: unknown) =>
    logger.warn({ reason: error instanceof Error ? error.name : "error" }, "telemetry could not be sent");
  setGlobalErrorHandler(failed);
  const resource = resourceOf(settings, input.version);
  const isJson = settings.protocol === "http/json";
  const [TraceExporter, MetricExporter] = isJson
    ? [JsonTraceExporter, JsonMetricExporter]
    : [ProtobufTraceExporter, ProtobufMetricExporter];
  const processor = new BatchSpanProcessor(withoutWords(new TraceExporter(destination(settings, "traces"))));
  const tracers = new BasicTracerProvider({ resource, spanProcessors: [processor] });
  const metrics = new PeriodicExportingMetricReader({
    exporter: new MetricExporter(destination(settings, "metrics")),
    exportIntervalMillis: settings.metricIntervalMs,
    // The SDK refuses a timeout above the interval.
    exportTimeoutMillis: Math.min(settings.metricIntervalMs, EXPORT_TIMEOUT_MS),
    metricProducers: [prometheusProducer(input.registry)],
  });
  const meters = new MeterProvider({ resource, readers: [metrics] });
  const tracer = tracers.getTracer("parley");
  const { captureContent } = settings;
  const instruments = createGenAiInstruments(meters.getMeter("parley"));
  // The first one of a process is global: Temporal's interceptors and the API use it.
  const isFirst = trace.setGlobalTracerProvider(tracers);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const all = async (act: (provider: typeof tracers | typeof meters) => Promise<void>) => {
    await Promise.all([act(tracers), act(meters)].map((done) => done.catch(failed)));
  };
  return {
    client: { interceptors: { workflow: clientInterceptors() } },
    worker: workerTracing({ processor, resource }),
    models: (models) => tracedModels(models, { tracer, instruments, captureContent }),
    toolbox: (toolbox) => tracedToolbox(toolbox, { tracer, captureContent }),
    store: (store) => evaluatedStore(store, { captureContent }),
    flush: () => all((provider) => provider.forceFlush()),
    async stop() {
      await all((provider) => provider.shutdown());
      if (isFirst) for (const api of [trace, context, propagation]) api.disable();
    },
  };
}

/** Milliseconds, retries included: how long an unreachable collector delays the process's end. */
const EXPORT_TIMEOUT_MS = 5_000;

function destination({ endpoint, headers }: TelemetrySettings, signal: "traces" | "metrics") {
  return { url: `${endpoint}/v1/${signal}`, headers, timeoutMillis: EXPORT_TIMEOUT_MS };
}

/** `OTEL_RESOURCE_ATTRIBUTES` adds attributes. */
function resourceOf({ serviceName }: TelemetrySettings, version: string): Resource {
  return detectResources({ detectors: [envDetector] }).merge(
    resourceFromAttributes({
      "service.name": serviceName,
      "service.version": version,
      // Separates the counters of two processes.
      "service.instance.id": randomUUID(),
    }),
  );
}

// * Removes messages and stacks of errors from spans: they may contain foreign text. Temporal's interceptors record all
// of it.

/** Exports spans with the kind of their error only. */
function withoutWords(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.map(discreet), done),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}

function discreet(span: ReadableSpan): ReadableSpan {
  const exception = span.events.find(({ name }) => name === "exception");
  if (!exception) return span;
  const kind = exception.attributes?.["exception.type"];
  const isError = span.status.code === SpanStatusCode.ERROR;
  const status = { code: span.status.code, ...(isError && typeof kind === "string" && { message: kind }) };
  // Keeps the span's methods.
  return Object.create(span, {
    status: { value: status, enumerable: true },
    events: { value: span.events.filter((event) => event !== exception), enumerable: true },
  }) as ReadableSpan;
}
