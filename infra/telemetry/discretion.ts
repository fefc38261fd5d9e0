/**
 * Removes messages and stacks of errors from spans: they may contain foreign text. Temporal's interceptors record all
 * of it.
 */
import { SpanStatusCode } from "@opentelemetry/api";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace-base";

/** Exports spans with the kind of their error only. */
export function withoutWords(exporter: SpanExporter): SpanExporter {
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
