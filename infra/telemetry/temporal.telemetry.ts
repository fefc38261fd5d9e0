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
import type { WorkerTracing, WorkflowSpan } from "../base/telemetry-settings.ts";
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
    sinks: { exporter: { export: { fn: (info, spans) => exporter.export.fn(named(info), asDebate(info, spans)) } } },
  };
}

const DEBATE = "debateWorkflow";
const OPERATION = "invoke_workflow";
/** The workflow's name in the conventions, which call it an agent's. */
const NAME = "debate";

/** A debate's first run is the conventions' workflow. Later runs are below it, and belong to the same conversation. */
function asDebate(info: WorkflowInfo, spans: WorkflowSpan[]): WorkflowSpan[] {
  if (info.workflowType !== DEBATE) return spans;
  return spans.map((span) => {
    if (span.name !== `RunWorkflow:${DEBATE}`) return span;
    const attributes = { ...span.attributes, "gen_ai.conversation.id": info.workflowId };
    if (info.continuedFromExecutionRunId !== undefined) return { ...span, attributes };
    const operation = { "gen_ai.operation.name": OPERATION, "gen_ai.agent.name": NAME };
    return { ...span, name: `${OPERATION} ${NAME}`, attributes: { ...attributes, ...operation } };
  });
}

function named({ workflowId, runId, workflowType, taskQueue }: WorkflowInfo): WorkflowInfo {
  return { workflowId, runId, workflowType, taskQueue } as WorkflowInfo;
}
