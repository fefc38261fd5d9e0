/** Temporal's OpenTelemetry interceptors carry a trace from the client through workflows to activities. */
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
import type { WorkerTracing } from "../base/telemetry-settings.ts";
import { knowAct } from "./act.telemetry.ts";

/**
 * Also needed in prebuilt workflow bundles (`workflowInterceptorModules`), or traces break there. Resolved only when
 * bundling: a function's package lacks the module.
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
    // Otherwise all workflow info would become attributes: memos, and the message of the last failure.
    sinks: { exporter: { export: { fn: (info, spans) => exporter.export.fn(named(info), spans) } } },
  };
}

function named({ workflowId, runId, workflowType, taskQueue }: WorkflowInfo): WorkflowInfo {
  return { workflowId, runId, workflowType, taskQueue } as WorkflowInfo;
}
