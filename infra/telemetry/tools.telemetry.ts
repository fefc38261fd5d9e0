/** Traces each call of a tool, by OpenTelemetry's semantic conventions for generative AI (`execute_tool`). */
import { context, SpanKind, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";
import { type Toolbox, ToolFault } from "../../activities/base/toolbox.ts";
import { actAttributes } from "./act.telemetry.ts";

const OPERATION = "execute_tool";

export function tracedToolbox(toolbox: Toolbox, options: { tracer: Tracer; captureContent: boolean }): Toolbox {
  const { tracer, captureContent } = options;
  return {
    offer: (allowed, signal) => toolbox.offer(allowed, signal),
    async call(tool, input, signal) {
      const attributes = {
        ...actAttributes(),
        "gen_ai.operation.name": OPERATION,
        "gen_ai.tool.name": tool.tool,
        "gen_ai.tool.type": "extension",
        "parley.mcp.server": tool.server,
        ...(captureContent && { "gen_ai.tool.call.arguments": input }),
      };
      const span = tracer.startSpan(`${OPERATION} ${tool.tool}`, { kind: SpanKind.INTERNAL, attributes });
      try {
        const within = trace.setSpan(context.active(), span);
        const passages = await context.with(within, () => toolbox.call(tool, input, signal));
        span.setAttribute("parley.passages", passages.length);
        if (captureContent) span.setAttribute("gen_ai.tool.call.result", JSON.stringify(passages));
        return passages;
      } catch (error) {
        const kind = signal.aborted ? "cancelled" : error instanceof ToolFault ? "tool" : "error";
        span.setAttribute("error.type", kind);
        // A cancelled call is not an error.
        if (kind !== "cancelled") span.setStatus({ code: SpanStatusCode.ERROR, message: kind });
        throw error;
      } finally {
        span.end();
      }
    },
    close: () => toolbox.close(),
  };
}
