/** Anthropic's Messages API, streamed. Prompts are cached up to the end of the system prompt and of the transcript. */
import Anthropic from "@anthropic-ai/sdk";
import type {
  ContentBlockParam,
  ImageBlockParam,
  MessageCreateParamsStreaming,
  MessageParam,
  StopReason,
  TextBlockParam,
  ToolResultBlockParam,
  ToolUnion,
} from "@anthropic-ai/sdk/resources/messages/messages";
import { tokensOf } from "../../../domain/shapes/numbers.shape.ts";
import type { CallImage } from "../base/port.model.ts";
import { needsForcedTool } from "../base/providers.ts";
import type { CallTools } from "../base/tools.model.ts";
import { type TokenUsage, usageOf } from "../base/usage.model.ts";
import { type Bag, bagOf, jsonOf, listOf, textOf } from "../hearing/shapes.ts";
import { createBlocks } from "./anthropic-blocks.ts";
import type { Draft, Ending } from "./draft.provider.ts";
import { type Endpoint, type ProviderRequest, partsOf } from "./request.provider.ts";

export async function requestAnthropic(request: ProviderRequest): Promise<void> {
  const stream = await clientOf(request.endpoint).messages.create(bodyOf(request), { signal: request.signal });
  const hear = listener(request);
  for await (const event of stream) {
    // The first event comes when the prompt was read.
    request.call.onBegun?.();
    hear(event);
  }
}

/** A server without streams answers with a whole message. */
export function hearWholeMessage(request: ProviderRequest, message: Bag): void {
  const hear = listener(request);
  const { content } = message;
  hear({ type: "message_start", message: { ...message, usage: {} } });
  const blocks: Bag[] = typeof content === "string" ? [{ type: "text", text: content }] : listOf(content);
  for (const { input, ...opened } of blocks) {
    hear({ type: "content_block_start", content_block: opened });
    if (input !== undefined)
      hear({ type: "content_block_delta", delta: { type: "input_json_delta", partial_json: jsonOf(input) } });
    hear({ type: "content_block_stop" });
  }
  hear({ type: "message_delta", delta: { stop_reason: message["stop_reason"] }, usage: message["usage"] });
  if (content !== undefined) hear({ type: "message_stop" });
}

function listener(request: ProviderRequest): (heard: unknown) => void {
  const { draft, call } = request;
  const speech = call.tools ? createBlocks(draft) : null;
  const hear = createEar(draft);
  return (heard) => {
    const event = bagOf(heard);
    if (event !== heard) draft.oddities.add("event");
    hear(event);
    if (speech) speech.hear(event);
    else sayAll(request, event);
  };
}

/** Without tools all text is the reply, and so is the input of the tool that a schema forces. */
function sayAll({ draft, call }: ProviderRequest, event: Bag): void {
  const [begun, delta] = [bagOf(event["content_block"]), bagOf(event["delta"])];
  if (event["type"] === "content_block_start") {
    if (begun["type"] === "text") draft.say(begun["text"]);
    if (begun["type"] === "tool_use" && !call.output) draft.oddities.add("tool-call");
  } else if (event["type"] === "content_block_delta") {
    if (delta["type"] === "text_delta") draft.say(delta["text"]);
    else if (delta["type"] === "input_json_delta" && call.output) draft.say(delta["partial_json"]);
  }
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

/** The types are the SDK's word only: other servers send other shapes. */
function createEar(draft: Draft): (event: Bag) => void {
  const said: Bag = {};
  /** Counts are cumulative; fields missing in a later event keep their value. */
  const count = (usage: unknown) => {
    for (const [name, value] of Object.entries(bagOf(usage))) said[name] = value ?? said[name];
    draft.usage = countsOf(said);
  };
  return (event) => {
    if (event["type"] === "message_start") {
      const message = bagOf(event["message"]);
      draft.model = textOf(message["model"]) || null;
      // What it has written is counted at the end.
      const { output_tokens: begun, ...usage } = bagOf(message["usage"]);
      said["begun"] = begun;
      count(usage);
    } else if (event["type"] === "message_delta") {
      const { stop_reason: reason, stop_details: details } = bagOf(event["delta"]);
      count(event["usage"]);
      if (draft.refusal === "") draft.refuse(bagOf(details)["explanation"]);
      if (textOf(reason)) draft.ending = ENDINGS.get(textOf(reason)) ?? "whole";
    } else if (event["type"] === "message_stop" && draft.ending === "open") {
      draft.oddities.add("no-ending");
      draft.ending = "whole";
    }
  };
}

const ENDINGS = new Map<string, Ending>(
  Object.entries({
    end_turn: "whole",
    stop_sequence: "whole",
    tool_use: "whole",
    pause_turn: "paused",
    max_tokens: "cut-off",
    refusal: "refused",
    model_context_window_exceeded: "overflow",
  } satisfies Record<StopReason, Ending>),
);

function bodyOf({ call, row, lessons }: ProviderRequest): MessageCreateParamsStreaming {
  return {
    model: call.model.model,
    max_tokens: call.maxOutputTokens,
    ...(call.system && { system: [{ type: "text", text: call.system, cache_control: { type: "ephemeral" } }] }),
    messages: [...messagesOf(call), ...exchangesOf(call)],
    stream: true,
    ...(call.tools && { tools: toolsOf(call.tools) }),
    ...(call.output && !lessons.has("json_schema") && outputOf(call.output, needsForcedTool(row, call.model))),
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

/** From a breakpoint the API looks so many blocks back for what it has kept. */
const LOOKBACK = 20;
/** Of four, one ends the system prompt. */
const BREAKPOINTS = 3;

/**
 * The next call repeats all but the last block, so the cache ends before it. Where many turns came since the last call,
 * further breakpoints reach back to where that one ended.
 */
function messagesOf(call: ProviderRequest["call"]): MessageParam[] {
  const { messages } = call;
  const blocks = messages.map((_, i) => partsOf(call, i).map(blockOf));
  const repeated = blocks.flat().slice(0, -1);
  for (let i = 0; i < BREAKPOINTS; i++) {
    const block = repeated.at(-1 - i * LOOKBACK);
    if (block) block.cache_control = { type: "ephemeral" };
  }
  return messages.map(({ role }, i): MessageParam => ({ role, content: blocks[i] ?? [] }));
}

function blockOf(part: string | CallImage): TextBlockParam | ImageBlockParam {
  if (typeof part === "string") return { type: "text", text: part };
  return { type: "image", source: { type: "base64", media_type: part.mediaType, data: part.data } };
}

function toolsOf({ search, functions, most }: CallTools): ToolUnion[] {
  const { allowedDomains, blockedDomains } = search ?? {};
  const own: ToolUnion = {
    // The first version, which every model with a search takes. Later ones run code of the model's.
    type: "web_search_20250305",
    name: "web_search",
    max_uses: most,
    ...(allowedDomains && { allowed_domains: allowedDomains }),
    ...(blockedDomains && { blocked_domains: blockedDomains }),
  };
  return [
    ...(search && most > 0 ? [own] : []),
    ...functions.map(({ name, description, schema }) => ({
      name,
      description,
      input_schema: { ...schema, type: "object" as const },
    })),
  ];
}

/** Each earlier reply as it came, and the tools' answers. A paused reply has none, and the model goes on. */
function exchangesOf({ exchanges = [] }: ProviderRequest["call"]): MessageParam[] {
  return exchanges.flatMap(({ items, answers }): MessageParam[] => {
    const results = answers.map(
      ({ id, text, failed }): ToolResultBlockParam => ({
        type: "tool_result",
        tool_use_id: id,
        content: text,
        ...(failed && { is_error: true }),
      }),
    );
    const reply: MessageParam = { role: "assistant", content: items as ContentBlockParam[] };
    return results.length > 0 ? [reply, { role: "user", content: results }] : [reply];
  });
}

/** Cached tokens are not part of what Anthropic calls input. */
function countsOf(said: Bag): TokenUsage | null {
  const [fresh, cachedInput, cacheWrite] = [
    said["input_tokens"],
    said["cache_read_input_tokens"] ?? 0,
    said["cache_creation_input_tokens"] ?? 0,
  ].map(tokensOf);
  const parts = [fresh ?? null, cachedInput ?? null, cacheWrite ?? null];
  return usageOf({
    input: parts.includes(null) ? null : parts.reduce((sum: number, part) => sum + (part ?? 0), 0),
    cachedInput,
    cacheWrite,
    output: said["output_tokens"],
    outputBegun: said["begun"],
    reasoning: bagOf(said["output_tokens_details"])["thinking_tokens"],
    searches: bagOf(said["server_tool_use"])["web_search_requests"],
  });
}
