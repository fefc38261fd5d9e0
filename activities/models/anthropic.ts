/** Anthropic's Messages API, streamed, with prompt-cache breakpoints after the system prompt and the transcript. */
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
import type { Ask, Endpoint } from "./ask.ts";
import type { Draft, Ending } from "./draft.ts";
import type { TokenUsage } from "./pricing.ts";
import { needsForcedTool } from "./providers.ts";

export async function askAnthropic(ask: Ask): Promise<void> {
  const stream = await clientOf(ask.endpoint).messages.create(bodyOf(ask), { signal: ask.signal });
  for await (const event of stream) hear(ask.draft, event);
}

function clientOf(endpoint: Endpoint): Anthropic {
  // Told everything, so that it reads no key and no address from the environment.
  return new Anthropic({
    apiKey: endpoint.apiKey,
    webhookKey: null,
    baseURL: endpoint.baseUrl,
    fetch: endpoint.fetch,
    maxRetries: 0,
    // It would print what it can not parse.
    logLevel: "off",
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

function bodyOf({ call, row }: Ask): MessageCreateParamsStreaming {
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
  { name, schema }: NonNullable<Ask["call"]["output"]>,
  forced: boolean,
): Partial<MessageCreateParamsStreaming> {
  if (!forced) return { output_config: { format: { type: "json_schema", schema } } };
  return {
    tools: [{ name, input_schema: { ...schema, type: "object" } }],
    tool_choice: { type: "tool", name, disable_parallel_tool_use: true },
  };
}

/** All but the very last block is transcript, which the next call repeats: the cache ends before that block. */
function messagesOf({ messages }: Ask["call"]): MessageParam[] {
  const blocks = messages.map(({ content }) => content.map((text): TextBlockParam => ({ type: "text", text })));
  const transcriptEnd = blocks.flat().at(-2);
  if (transcriptEnd) transcriptEnd.cache_control = { type: "ephemeral" };
  return messages.map(({ role }, i): MessageParam => ({ role, content: blocks[i] ?? [] }));
}

/** The counts are cumulative; what a later event leaves out stays as it was. */
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
