/** OpenAI's Chat Completions, streamed: the API of every compatible endpoint. */
import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from "openai/resources/chat/completions/completions";
import type { ChatMessage } from "../../../domain/prompts/parts/prompt.prompt-part.ts";
import type { CallImage } from "../base/port.model.ts";
import { needsForcedTool, type ProviderRow } from "../base/providers.ts";
import type { Exchange, FunctionTool } from "../base/tools.model.ts";
import { type TokenUsage, usageOf } from "../base/usage.model.ts";
import { type Bag, bagOf, jsonOf, listOf, textOf } from "../hearing/shapes.ts";
import { createChatCalls } from "./chat-calls.ts";
import type { Draft, Ending } from "./draft.provider.ts";
import { openAiClient } from "./openai-client.ts";
import { dataUrl, joined, optionalParameters, type ProviderRequest, partsOf } from "./request.provider.ts";
import { hearEvents } from "./server-events.provider.ts";
import { StreamError } from "./stream-error.ts";

export async function requestChat(request: ProviderRequest): Promise<void> {
  const { completions } = openAiClient(request.endpoint).chat;
  const response = await completions.create(bodyOf(request), { signal: request.signal }).asResponse();
  const hear = listener(request);
  request.draft.isMarkedEnd = await hearEvents(response, (chunk) => {
    request.call.onBegun?.();
    hear(chunk);
  });
}

/** A server without streams answers with a whole completion. */
export function hearWholeCompletion(request: ProviderRequest, completion: Bag): void {
  listener(request)(completion);
}

/** The types are the SDK's word only: other servers send other shapes. */
function listener({ draft, call }: ProviderRequest): (chunk: unknown) => void {
  const calls = createChatCalls();
  return (heard) => {
    const chunk = bagOf(heard);
    if (chunk !== heard) draft.oddities.add("event");
    draft.model = textOf(chunk["model"]) || draft.model;
    // Some servers count in every chunk, and not in the last.
    draft.usage = countsOf(bagOf(chunk["usage"])) ?? draft.usage;
    // The chunk with the usage has no choice.
    const [choice] = listOf(chunk["choices"]);
    if (!choice) return requireNoError(chunk);
    if (choice["error"]) throw new StreamError(choice["error"]);
    // A server that does not stream sends the message whole.
    const delta = bagOf(choice["delta"] ?? choice["message"]);
    draft.say(delta["content"]);
    draft.refuse(delta["refusal"]);
    for (const tool of listOf(delta["tool_calls"])) {
      if (call.tools) calls.hear(tool);
      else if (call.output) draft.say(jsonOf(bagOf(tool["function"])["arguments"]));
      else draft.oddities.add("tool-call");
    }
    draft.calls = calls.all();
    const reason = textOf(choice["finish_reason"]);
    if (reason) draft.ending = endingOf(draft, reason);
  };
}

/** Some servers say in other words that they failed. */
function requireNoError(chunk: Bag): void {
  if (textOf(chunk["message"]) || chunk["detail"]) throw new StreamError(chunk);
}

/** Google uses its own names, sometimes after OpenAI's: "content_filter: RECITATION". */
const BLOCKED = /^content_filter|^(image_)?(safety|recitation|prohibited_content)$|^(blocklist|spii)$/i;

function endingOf(draft: Draft, reason: string): Ending {
  if (draft.refusal || BLOCKED.test(reason)) return "refused";
  if (/^(length|max_tokens)$/i.test(reason)) return "cut-off";
  // Mistral: the window is full.
  if (reason === "model_length") return "overflow";
  return reason === "error" ? "broken" : "whole";
}

function bodyOf(request: ProviderRequest): ChatCompletionCreateParamsStreaming {
  const { call, row, lessons } = request;
  return {
    model: call.model.model,
    messages: messagesOf(request),
    [limitName(row, lessons)]: call.maxOutputTokens,
    stream: true,
    ...(!lessons.has("stream_options") && { stream_options: { include_usage: true } }),
    ...optionalParameters(request),
    ...outputOf(request),
    ...(call.tools && { tools: call.tools.functions.map(toolOf) }),
  };
}

function limitName({ maxTokensName = "max_tokens" }: ProviderRow, lessons: ProviderRequest["lessons"]): string {
  if (!lessons.has("max_tokens")) return maxTokensName;
  return maxTokensName === "max_tokens" ? "max_completion_tokens" : "max_tokens";
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

function messagesOf({ call, lessons }: ProviderRequest): ChatCompletionMessageParam[] {
  const hasSystem = !lessons.has("system");
  // Without a role of their own, instructions stand before the first message.
  const partsAt = (i: number) => (hasSystem || i > 0 ? partsOf(call, i) : [call.system, ...partsOf(call, i)]);
  const said = call.messages.map(({ role }, i) => spokenAs(role, partsAt(i)));
  const exchanged = (call.exchanges ?? []).flatMap(exchangeOf);
  return [...(hasSystem ? [{ role: "system" as const, content: call.system }] : []), ...said, ...exchanged];
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

function outputOf({ call, row, lessons }: ProviderRequest): Partial<ChatCompletionCreateParamsStreaming> {
  if (!call.output || lessons.has("json_object")) return {};
  if (lessons.has("json_schema")) return { response_format: { type: "json_object" } };
  const { name, schema } = call.output;
  if (!needsForcedTool(row, call.model))
    return { response_format: { type: "json_schema", json_schema: { name, schema, strict: true } } };
  return {
    tools: [{ type: "function", function: { name, parameters: schema } }],
    tool_choice: { type: "function", function: { name } },
  };
}

function countsOf(usage: Bag): TokenUsage | null {
  const [input, output] = [bagOf(usage["prompt_tokens_details"]), bagOf(usage["completion_tokens_details"])];
  return usageOf({
    input: usage["prompt_tokens"],
    cachedInput: input["cached_tokens"],
    cacheWrite: input["cache_write_tokens"],
    output: usage["completion_tokens"],
    reasoning: output["reasoning_tokens"],
  });
}
