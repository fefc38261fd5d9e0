/**
 * Span attributes of a model call, by OpenTelemetry's semantic conventions for generative AI, release 0.1.0
 * (https://github.com/open-telemetry/semantic-conventions-genai/tree/v0.1.0/docs/gen-ai). Our own begin with `parley.`.
 */
import type { Attributes } from "@opentelemetry/api";
import type { ModelCall, ModelReply } from "../../activities/models/base/port.model.ts";
import { type OptionalParameter, providerRow } from "../../activities/models/base/providers.ts";
import type { FaultKind } from "../../domain/shapes/faults/kinds.shape.ts";
import type { Spend } from "../../domain/shapes/state/state.ts";

export const OPERATION = "chat";
/** Providers with another name in the conventions. */
const PROVIDER_NAMES: Record<string, string> = { google: "gcp.gemini", mistral: "mistral_ai" };
/** Finish reasons of faults. */
export const FINISH_OF_FAULT: Partial<Record<FaultKind, string>> = { content_filter: "content_filter" };

/** What metrics of a call are counted by. */
export function measuredAttributes({ model: { provider, model } }: ModelCall): Attributes {
  return {
    "gen_ai.operation.name": OPERATION,
    "gen_ai.provider.name": PROVIDER_NAMES[provider] ?? provider,
    "gen_ai.request.model": model,
  };
}

export function requestAttributes(call: ModelCall): Attributes {
  const { provider } = call.model;
  return {
    ...measuredAttributes(call),
    "gen_ai.request.stream": true,
    "gen_ai.request.max_tokens": call.maxOutputTokens,
    ...(call.temperature !== undefined &&
      !omits(provider, "temperature") && { "gen_ai.request.temperature": call.temperature }),
    ...(call.topP !== undefined && !omits(provider, "top_p") && { "gen_ai.request.top_p": call.topP }),
    "gen_ai.output.type": call.output ? "json" : "text",
  };
}

function omits(provider: string, parameter: OptionalParameter): boolean {
  return providerRow(provider)?.omits?.includes(parameter) ?? false;
}

export function replyAttributes({ model, spend, firstTokenMs, lookups }: ModelReply): Attributes {
  return {
    "gen_ai.response.model": model,
    // Any other ending is a fault.
    "gen_ai.response.finish_reasons": ["stop"],
    ...(firstTokenMs !== null && { "gen_ai.response.time_to_first_chunk": firstTokenMs / 1_000 }),
    // Made by the provider within the call, so they have no span of their own.
    ...(lookups && { "parley.searches": lookups.searches.length }),
    ...spendAttributes(spend),
  };
}

/** Without a known price the cost is omitted. */
export function spendAttributes(spend: Spend): Attributes {
  return {
    "gen_ai.usage.input_tokens": spend.inputTokens,
    "gen_ai.usage.output_tokens": spend.outputTokens,
    "gen_ai.usage.cache_read.input_tokens": spend.cachedInputTokens,
    "gen_ai.usage.reasoning.output_tokens": spend.reasoningTokens,
    ...(spend.costMicroUsd !== null && { "parley.cost_usd": spend.costMicroUsd / 1_000_000 }),
  };
}

/** The prompt, as the conventions' JSON. */
export function promptAttributes({ system, messages }: ModelCall): Attributes {
  const said = messages.map(({ role, content }) => ({ role, parts: [content].flat().map(textPart) }));
  return {
    "gen_ai.system_instructions": JSON.stringify([textPart(system)]),
    "gen_ai.input.messages": JSON.stringify(said),
  };
}

/** The reply, as the conventions' JSON. */
export function saidAttributes(text: string, reason: string): Attributes {
  const message = { role: "assistant", parts: [textPart(text)], finish_reason: reason };
  return { "gen_ai.output.messages": JSON.stringify([message]) };
}

function textPart(content: string) {
  return { type: "text", content };
}
