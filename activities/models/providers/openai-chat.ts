/** OpenAI's Chat Completions, streamed: the API of every compatible endpoint. */
import type {
  ChatCompletionChunk,
  ChatCompletionContentPart,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from "openai/resources/chat/completions/completions";
import type { CompletionUsage } from "openai/resources/completions";
import type { ChatMessage } from "../../../domain/prompts/prompt.ts";
import type { CallImage } from "../port.ts";
import type { TokenUsage } from "../pricing.ts";
import { needsForcedTool } from "../providers.ts";
import type { Exchange, FunctionTool, ToolCall } from "../tools.ts";
import type { Draft, Ending } from "./draft.ts";
import { openAiClient } from "./openai-client.ts";
import { dataUrl, joined, optionalParameters, type ProviderRequest, partsOf } from "./request.ts";

export async function requestChat(request: ProviderRequest): Promise<void> {
  const stream = await openAiClient(request.endpoint).chat.completions.create(bodyOf(request), {
    signal: request.signal,
  });
  for await (const chunk of stream) {
    request.call.onBegun?.();
    hear(request, chunk);
  }
}

function hear({ draft, call }: ProviderRequest, chunk: ChatCompletionChunk): void {
  if (chunk.model) draft.model = chunk.model;
  if (chunk.usage) draft.usage = usageOf(chunk.usage);
  // The chunk with the usage has no choice.
  const choice = chunk.choices?.[0];
  if (!choice) return;
  draft.say(choice.delta?.content ?? "");
  draft.refusal += choice.delta?.refusal ?? "";
  for (const tool of choice.delta?.tool_calls ?? []) {
    if (call.tools) draft.calls = withPiece(draft.calls, tool);
    else draft.say(tool.function?.arguments ?? "");
  }
  if (choice.finish_reason) draft.ending = endingOf(draft, choice.finish_reason);
}

type Piece = NonNullable<ChatCompletionChunk.Choice.Delta["tool_calls"]>[number];

/** A call comes in pieces: the first has its id and its name. */
function withPiece(calls: ToolCall[], { index, id, function: piece }: Piece): ToolCall[] {
  const before = calls[index] ?? { id: id ?? `call-${index}`, name: "", input: "" };
  const grown = {
    id: before.id,
    name: before.name + (piece?.name ?? ""),
    input: before.input + (piece?.arguments ?? ""),
  };
  return [...calls.slice(0, index), grown, ...calls.slice(index + 1)];
}

/** Google uses its own names, sometimes after OpenAI's: "content_filter: RECITATION". */
const BLOCKED = /^content_filter|^(image_)?(safety|recitation|prohibited_content)$|^(blocklist|spii)$/i;

function endingOf(draft: Draft, reason: string): Ending {
  if (draft.refusal || BLOCKED.test(reason)) return "refused";
  if (/^(length|max_tokens)$/i.test(reason)) return "cut-off";
  // Mistral: the window is full.
  if (reason === "model_length") return "overflow";
  return reason === "error" ? "open" : "whole";
}

function bodyOf(request: ProviderRequest): ChatCompletionCreateParamsStreaming {
  const { call, row, omit } = request;
  return {
    model: call.model.model,
    messages: messagesOf(request),
    [row.maxTokensName ?? "max_tokens"]: call.maxOutputTokens,
    stream: true,
    ...(!omit.has("stream_options") && { stream_options: { include_usage: true } }),
    ...optionalParameters(request),
    ...outputOf(request),
    ...(call.tools && { tools: call.tools.functions.map(toolOf) }),
  };
}

function toolOf({ name, description, schema }: FunctionTool): ChatCompletionTool {
  return { type: "function", function: { name, description, parameters: schema } };
}

function exchangeOf({ said, calls, answers }: Exchange): ChatCompletionMessageParam[] {
  const asked = calls.map(({ id, name, input }) => ({
    id,
    type: "function" as const,
    function: { name, arguments: input },
  }));
  return [
    { role: "assistant", content: said || null, ...(asked.length > 0 && { tool_calls: asked }) },
    ...answers.map(({ id, text }) => ({ role: "tool" as const, tool_call_id: id, content: text })),
  ];
}

function messagesOf({ call }: ProviderRequest): ChatCompletionMessageParam[] {
  const said = call.messages.map(({ role }, i) => spokenAs(role, partsOf(call, i)));
  return [{ role: "system", content: call.system }, ...said, ...(call.exchanges ?? []).flatMap(exchangeOf)];
}

/** Text alone is one string, which every compatible endpoint takes. */
function spokenAs(role: ChatMessage["role"], parts: (string | CallImage)[]): ChatCompletionMessageParam {
  const texts = parts.flatMap((part) => (typeof part === "string" ? [part] : []));
  if (role === "assistant" || texts.length === parts.length) return { role, content: joined(texts) };
  return { role, content: parts.map(blockOf) };
}

/** In high detail, whose tokens are limited. */
function blockOf(part: string | CallImage): ChatCompletionContentPart {
  if (typeof part === "string") return { type: "text", text: part };
  return { type: "image_url", image_url: { url: dataUrl(part), detail: "high" } };
}

function outputOf({ call, row }: ProviderRequest): Partial<ChatCompletionCreateParamsStreaming> {
  if (!call.output) return {};
  const { name, schema } = call.output;
  if (!needsForcedTool(row, call.model))
    return { response_format: { type: "json_schema", json_schema: { name, schema, strict: true } } };
  return {
    tools: [{ type: "function", function: { name, parameters: schema } }],
    tool_choice: { type: "function", function: { name } },
  };
}

function usageOf(usage: CompletionUsage): TokenUsage {
  return {
    input: usage.prompt_tokens,
    cachedInput: usage.prompt_tokens_details?.cached_tokens ?? 0,
    cacheWrite: usage.prompt_tokens_details?.cache_write_tokens ?? 0,
    output: usage.completion_tokens,
    reasoning: usage.completion_tokens_details?.reasoning_tokens ?? 0,
  };
}
