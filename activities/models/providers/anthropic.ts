/** Anthropic's Messages API, streamed. Prompt caching ends after the system prompt and after the transcript. */
import Anthropic from "@anthropic-ai/sdk";
import type {
  MessageCreateParamsStreaming,
  MessageDeltaUsage,
  MessageParam,
  RawMessageStreamEvent,
  StopReason,
  TextBlockParam,
  Usage,
} from "@anthropic-ai/sdk/resources/messages/messages";
import type { TokenUsage } from "../pricing.ts";
import { needsForcedTool } from "../providers.ts";
import type { Draft, Ending } from "./draft.ts";
import type { Endpoint, ProviderRequest } from "./request.ts";

export async function requestAnthropic(request: ProviderRequest): Promise<void> {
  const stream = await clientOf(request.endpoint).messages.create(bodyOf(request), { signal: request.signal });
  for await (const event of stream) hear(request.draft, event);
}

function clientOf(endpoint: Endpoint): Anthropic {
  // Everything is explicit, so the SDK reads neither keys nor addresses from the environment.
  return new Anthropic({
    apiKey: endpoint.apiKey,
    webhookKey: null,
    baseURL: endpoint.baseUrl,
    fetch: endpoint.fetch,
    maxRetries: 0,
    // The SDK would print what it cannot parse.
    logLevel: "off",
    // Parley traces each call itself, and sends providers no trace ids.
    openTelemetry: false,
  });
}

function hear(draft: Draft, event: RawMessageStreamEvent): void {
  if (event.type === "message_start") {
    draft.model = event.message.model;
    draft.usage = usageOf(event.message.usage, draft.usage);
  } else if (event.type === "content_block_delta") {
    if (event.delta.type === "text_delta") draft.say(event.delta.text);
    else if (event.delta.type === "input_json_delta") draft.say(event.delta.partial_json);
  } else if (event.type === "message_delta") {
    draft.usage = usageOf(event.usage, draft.usage);
    draft.refusal ||= event.delta.stop_details?.explanation ?? "";
    if (event.delta.stop_reason) draft.ending = ENDINGS[event.delta.stop_reason] ?? "whole";
  }
}

const ENDINGS: Record<StopReason, Ending> = {
  end_turn: "whole",
  stop_sequence: "whole",
  tool_use: "whole",
  pause_turn: "cut-off",
  max_tokens: "cut-off",
  refusal: "refused",
  model_context_window_exceeded: "overflow",
};

function bodyOf({ call, row }: ProviderRequest): MessageCreateParamsStreaming {
  return {
    model: call.model.model,
    max_tokens: call.maxOutputTokens,
    ...(call.system && { system: [{ type: "text", text: call.system, cache_control: { type: "ephemeral" } }] }),
    messages: messagesOf(call),
    stream: true,
    ...(call.output && outputOf(call.output, needsForcedTool(row, call.model))),
  };
}

function outputOf(
  { name, schema }: NonNullable<ProviderRequest["call"]["output"]>,
  forced: boolean,
): Partial<MessageCreateParamsStreaming> {
  if (!forced) return { output_config: { format: { type: "json_schema", schema } } };
  return {
    tools: [{ name, input_schema: { ...schema, type: "object" } }],
    tool_choice: { type: "tool", name, disable_parallel_tool_use: true },
  };
}

/** The next call repeats all but the last block, so the cache ends before it. */
function messagesOf({ messages }: ProviderRequest["call"]): MessageParam[] {
  const blocks = messages.map(({ content }) => content.map((text): TextBlockParam => ({ type: "text", text })));
  const transcriptEnd = blocks.flat().at(-2);
  if (transcriptEnd) transcriptEnd.cache_control = { type: "ephemeral" };
  return messages.map(({ role }, i): MessageParam => ({ role, content: blocks[i] ?? [] }));
}

/** Counts are cumulative; fields missing in a later event keep their value. */
function usageOf(usage: Usage | MessageDeltaUsage, before: TokenUsage | null): TokenUsage {
  const cachedInput = usage.cache_read_input_tokens ?? before?.cachedInput ?? 0;
  const cacheWrite = usage.cache_creation_input_tokens ?? before?.cacheWrite ?? 0;
  const fresh = usage.input_tokens ?? (before ? before.input - before.cachedInput - before.cacheWrite : 0);
  return {
    input: fresh + cachedInput + cacheWrite,
    cachedInput,
    cacheWrite,
    output: usage.output_tokens ?? before?.output ?? 0,
    reasoning: usage.output_tokens_details?.thinking_tokens ?? before?.reasoning ?? 0,
  };
}
