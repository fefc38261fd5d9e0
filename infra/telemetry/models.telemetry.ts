/** Traces and measures each model call. */
import { type Attributes, context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";
import { ModelFault, type ModelReply, type Models } from "../../activities/models/base/port.model.ts";
import type { Spend } from "../../domain/shapes/state/state.ts";
import { quietly } from "../base/quiet.ts";
import { actAttributes } from "./act.telemetry.ts";
import {
  FINISH_OF_FAULT,
  measuredAttributes,
  OPERATION,
  promptAttributes,
  replyAttributes,
  requestAttributes,
  saidAttributes,
  spendAttributes,
} from "./genai.ts";
import type { GenAiInstruments } from "./instruments.telemetry.ts";

interface Tracing {
  tracer: Tracer;
  instruments: GenAiInstruments;
  captureContent: boolean;
}

export function tracedModels(models: Models, { tracer, instruments, captureContent }: Tracing): Models {
  const replied = quietly((span: Span, reply: ModelReply) => {
    span.setAttributes(replyAttributes(reply));
    if (captureContent) span.setAttributes(saidAttributes(reply.text, "stop"));
  });
  return {
    async complete(call) {
      const attributes = { ...actAttributes(), ...requestAttributes(call) };
      const span = tracer.startSpan(`${OPERATION} ${call.model.model}`, { kind: SpanKind.CLIENT, attributes });
      if (captureContent) span.setAttributes(promptAttributes(call));
      const started = performance.now();
      const measured = (outcome: Attributes, spend?: Spend | null) =>
        instruments.called({
          attributes: { ...measuredAttributes(call), ...outcome },
          seconds: (performance.now() - started) / 1_000,
          spend: spend ?? undefined,
        });
      let cut: Spend | null = null;
      const onCut = (spend: Spend) => {
        cut = spend;
        call.onCut?.(spend);
      };
      try {
        const within = trace.setSpan(context.active(), span);
        const reply = await context.with(within, () => models.complete({ ...call, onCut }));
        replied(span, reply);
        measured({ "gen_ai.response.model": reply.model }, reply.spend);
        return reply;
      } catch (error) {
        const fault = error instanceof ModelFault ? error : null;
        const kind = call.signal.aborted ? "cancelled" : (fault?.kind ?? "error");
        const spend = cut ?? fault?.spend;
        const reason = fault && FINISH_OF_FAULT[fault.kind];
        span.setAttributes({ "error.type": kind, ...(spend && spendAttributes(spend)) });
        measured({ "error.type": kind }, spend);
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
