/** Temporal's own interceptors for OpenTelemetry: they carry a trace from the client through workflows to activities. */
import { createRequire } from "node:module";
import type { Resource } from "@opentelemetry/resources";
import type { SpanProcessor } from "@opentelemetry/sdk-trace-base";
import {
  makeWorkflowExporter,
  OpenTelemetryActivityInboundInterceptor,
  OpenTelemetryActivityOutboundInterceptor,
  OpenTelemetryWorkflowClientInterceptor,
} from "@temporalio/interceptors-opentelemetry-v2";
import type { WorkflowInfo } from "@temporalio/workflow";
import { knowAct } from "./act.ts";
import type { WorkerTracing } from "./index.ts";

/**
 * Goes into workflow bundles that are built beforehand too (`workflowInterceptorModules`), or traces break there. Looked
 * for only when workflows are bundled: a function's package has the bundle, and not the module.
 */
export function workflowInterceptors(): string[] {
  const require = createRequire(import.meta.url);
  return [require.resolve("@temporalio/interceptors-opentelemetry-v2/lib/workflow-interceptors")];
}

export function clientInterceptors() {
  return [new OpenTelemetryWorkflowClientInterceptor()];
}

export function workerTracing(input: { processor: SpanProcessor; resource: Resource }): WorkerTracing {
  const exporter = makeWorkflowExporter(input.processor, input.resource);
  return {
    activity: [
      (ctx) => ({
        inbound: new OpenTelemetryActivityInboundInterceptor(ctx),
        outbound: new OpenTelemetryActivityOutboundInterceptor(ctx),
      }),
      knowAct,
    ],
    workflowModules: workflowInterceptors,
    // Everything about a workflow would become attributes otherwise: memos, and what its last failure said.
    sinks: { exporter: { export: { fn: (info, spans) => exporter.export.fn(named(info), spans) } } },
  };
}

function named({ workflowId, runId, workflowType, taskQueue }: WorkflowInfo): WorkflowInfo {
  return { workflowId, runId, workflowType, taskQueue } as WorkflowInfo;
}
