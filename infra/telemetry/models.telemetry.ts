/** Traces each model call. */
import { context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";
import { ModelFault, type ModelReply, type Models } from "../../activities/models/base/port.model.ts";
import type { Spend } from "../../domain/shapes/state/state.ts";
import { quietly } from "../base/quiet.ts";
import { actAttributes } from "./act.telemetry.ts";
import {
  FINISH_OF_FAULT,
  OPERATION,
  promptAttributes,
  replyAttributes,
  requestAttributes,
  saidAttributes,
  spendAttributes,
} from "./genai.ts";

export function tracedModels(models: Models, options: { tracer: Tracer; captureContent: boolean }): Models {
  const { tracer, captureContent } = options;
  const replied = quietly((span: Span, reply: ModelReply) => {
    span.setAttributes(replyAttributes(reply));
    if (captureContent) span.setAttributes(saidAttributes(reply.text, "stop"));
  });
  return {
    async complete(call) {
      const attributes = { ...actAttributes(), ...requestAttributes(call) };
      const span = tracer.startSpan(`${OPERATION} ${call.model.model}`, { kind: SpanKind.CLIENT, attributes });
      if (captureContent) span.setAttributes(promptAttributes(call));
      let cut: Spend | null = null;
      const onCut = (spend: Spend) => {
        cut = spend;
        call.onCut?.(spend);
      };
      try {
        const within = trace.setSpan(context.active(), span);
        const reply = await context.with(within, () => models.complete({ ...call, onCut }));
        replied(span, reply);
        return reply;
      } catch (error) {
        const fault = error instanceof ModelFault ? error : null;
        const kind = call.signal.aborted ? "cancelled" : (fault?.kind ?? "error");
        const spend = cut ?? fault?.spend;
        const reason = fault && FINISH_OF_FAULT[fault.kind];
        span.setAttributes({ "error.type": kind, ...(spend && spendAttributes(spend)) });
        if (reason) span.setAttribute("gen_ai.response.finish_reasons", [reason]);
        if (captureContent && fault?.partial) span.setAttributes(saidAttributes(fault.partial, reason ?? "error"));
        // A cancelled call is not an error.
        if (kind !== "cancelled") span.setStatus({ code: SpanStatusCode.ERROR, message: kind });
        throw error;
      } finally {
        span.end();
      }
    },
  };
}
