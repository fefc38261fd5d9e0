/** OpenAI's Responses API, streamed. */
import type {
  ResponseCreateParamsStreaming,
  ResponseInputContent,
  ResponseInputItem,
  Tool,
} from "openai/resources/responses/responses";
import type { ChatMessage } from "../../../domain/prompts/parts/prompt.prompt-part.ts";
import type { CallImage } from "../base/port.model.ts";
import type { CallTools, Exchange, Search, Source, ToolCall } from "../base/tools.model.ts";
import { type TokenUsage, usageOf } from "../base/usage.model.ts";
import { type Bag, bagOf, jsonOf, listOf, textOf } from "../hearing/shapes.ts";
import type { Draft, Ending } from "./draft.provider.ts";
import { openAiClient } from "./openai-client.ts";
import { dataUrl, joined, optionalParameters, type ProviderRequest, partsOf } from "./request.provider.ts";
import { hearEvents } from "./server-events.provider.ts";
import { StreamError } from "./stream-error.ts";

/** Sent while the prompt is not read yet. */
const BEFORE_READING = new Set(["response.created", "response.queued", "response.in_progress"]);

export async function requestResponses(request: ProviderRequest): Promise<void> {
  const { responses } = openAiClient(request.endpoint);
  const response = await responses.create(bodyOf(request), { signal: request.signal }).asResponse();
  request.draft.isMarkedEnd = await hearEvents(response, (heard) => {
    const event = bagOf(heard);
    if (event !== heard) request.draft.oddities.add("event");
    if (!BEFORE_READING.has(textOf(event["type"]))) request.call.onBegun?.();
    hear(request, event);
  });
}

/** The types are the SDK's word only: other servers send other shapes. */
function hear(request: ProviderRequest, event: Bag): void {
  const { draft } = request;
  const { type, delta } = event;
  const response = bagOf(event["response"]);
  if (type === "response.output_text.delta") draft.say(delta);
  else if (type === "response.refusal.delta") draft.refuse(delta);
  else if (type === "response.completed" || type === "response.incomplete") end(request, response);
  else if (type === "response.failed") {
    end(request, response);
    draft.ending = "broken";
    throw new StreamError(response["error"]);
  } else if (type === "error") throw new StreamError(event);
  // Some servers say in other words that they failed.
  else if (type === undefined && (textOf(event["message"]) || event["detail"])) throw new StreamError(event);
}

/** A server without streams answers with a whole response. */
export function hearWholeResponse(request: ProviderRequest, response: Bag): void {
  if (Array.isArray(response["output"])) end(request, response);
}

function bodyOf(request: ProviderRequest): ResponseCreateParamsStreaming {
  const { call } = request;
  return {
    model: call.model.model,
    instructions: call.system,
    input: [
      ...call.messages.map((message, i) => inputOf(message, partsOf(call, i))),
      ...(call.exchanges ?? []).flatMap(exchangeOf),
    ],
    max_output_tokens: call.maxOutputTokens,
    stream: true,
    // The provider stores nothing of a debate.
    store: false,
    ...optionalParameters(request),
    ...(call.tools && toolsOf(call.tools, request.lessons.has("include"))),
    ...outputOf(request),
  };
}

function outputOf({ call: { output }, lessons }: ProviderRequest): Partial<ResponseCreateParamsStreaming> {
  if (!output || lessons.has("json_object")) return {};
  if (lessons.has("json_schema")) return { text: { format: { type: "json_object" } } };
  return { text: { format: { type: "json_schema", ...output, strict: true } } };
}

function inputOf(message: ChatMessage, parts: (string | CallImage)[]): ResponseInputItem {
  // Blocks of an assistant message would need ids of a stored response.
  if (message.role === "assistant") return { role: "assistant", content: joined(message.content) };
  return { role: "user", content: parts.map(blockOf) };
}

/** In high detail, whose tokens are limited. */
function blockOf(part: string | CallImage): ResponseInputContent {
  if (typeof part === "string") return { type: "input_text", text: part };
  return { type: "input_image", image_url: dataUrl(part), detail: "high" };
}

/** Nothing is stored at the provider, so a reply carries its reasoning, encrypted, and is sent back whole. */
function toolsOf({ search, functions, most }: CallTools, plain: boolean): Partial<ResponseCreateParamsStreaming> {
  const { allowedDomains } = search ?? {};
  const own: Tool = {
    type: "web_search",
    ...(allowedDomains && { filters: { allowed_domains: allowedDomains } }),
  };
  const searches = search && most > 0;
  return {
    tools: [
      ...(searches ? [own] : []),
      // Not strict: an MCP server's schema is its own.
      ...functions.map(
        ({ name, description, schema }): Tool => ({
          type: "function",
          name,
          description,
          parameters: schema,
          strict: false,
        }),
      ),
    ],
    ...(searches && { max_tool_calls: most }),
    ...(!plain && { include: ["reasoning.encrypted_content", ...(searches ? [SOURCES] : [])] }),
  };
}

const SOURCES = "web_search_call.action.sources" as const;

function exchangeOf({ api, items, said, calls, answers }: Exchange): ResponseInputItem[] {
  const reply: ResponseInputItem[] =
    api === "responses"
      ? (items as ResponseInputItem[])
      : [
          ...(said ? [{ role: "assistant" as const, content: said }] : []),
          ...calls.map(({ id, name, input }) => ({
            type: "function_call" as const,
            call_id: id,
            name,
            arguments: input,
          })),
        ];
  return [
    ...reply,
    ...answers.map(({ id, text }) => ({ type: "function_call_output" as const, call_id: id, output: text })),
  ];
}

function end({ draft, call }: ProviderRequest, response: Bag): void {
  const output = listOf(response["output"]);
  draft.model = textOf(response["model"]) || draft.model;
  draft.usage = countsOf(bagOf(response["usage"]), output);
  const parts = output.flatMap((item) => (item["type"] === "message" ? listOf(item["content"]) : []));
  const said = (type: string, name: string) =>
    parts.map((part) => (part["type"] === type ? textOf(part[name]) : "")).join("");
  // Some endpoints send the text only at the end.
  if (!draft.hasBegun) draft.say(said("output_text", "text"));
  if (draft.refusal === "") draft.refuse(said("refusal", "refusal"));
  hearTools(draft, output, call.tools !== undefined);
  draft.ending = endingOf(draft, response);
}

function hearTools(draft: Draft, output: Bag[], areOffered: boolean): void {
  if (areOffered) draft.items = output;
  for (const [i, item] of output.entries()) {
    if (item["type"] === "function_call" && !areOffered) draft.oddities.add("tool-call");
    else if (item["type"] === "function_call") draft.calls.push(callOf(item, i));
    else if (item["type"] === "web_search_call") draft.searches.push(searchOf(item));
    else if (item["type"] === "message") draft.sources.push(...listOf(item["content"]).flatMap(sourcesOf));
  }
}

function callOf(item: Bag, i: number): ToolCall {
  return {
    id: textOf(item["call_id"]) || `call-${i}`,
    name: textOf(item["name"]),
    input: jsonOf(item["arguments"]),
  };
}

/** Pages that it opens or searches within count as searches of theirs. */
function searchOf(item: Bag): Search {
  const failed = item["status"] === "failed" && { failed: "the search failed" };
  const action = bagOf(item["action"]);
  const url = textOf(action["url"]);
  if (!isSearch(item)) return { query: url, urls: url ? [url] : [], ...failed };
  const queries = Array.isArray(action["queries"]) ? action["queries"].map(textOf) : [];
  const urls = listOf(action["sources"]).map((source) => textOf(source["url"]));
  return { query: textOf(action["query"]) || queries.join("; "), urls: urls.filter(Boolean), ...failed };
}

/** A search that does not say what it did is counted, since searches have a price. */
function isSearch(item: Bag): boolean {
  return !["open_page", "find", "find_in_page"].includes(textOf(bagOf(item["action"])["type"]));
}

/** The API says which pages a reply cites, and quotes nothing of them. */
function sourcesOf(part: Bag): Source[] {
  return listOf(part["annotations"]).flatMap((note) => {
    const url = note["type"] === "url_citation" ? textOf(note["url"]) : "";
    return url ? [{ url, title: textOf(note["title"]) || url, passage: "" }] : [];
  });
}

function endingOf(draft: Draft, response: Bag): Ending {
  const reason = bagOf(response["incomplete_details"])["reason"];
  if (draft.refusal || reason === "content_filter") return "refused";
  return reason || response["status"] === "incomplete" ? "cut-off" : "whole";
}

function countsOf(usage: Bag, output: Bag[]): TokenUsage | null {
  return usageOf({
    input: usage["input_tokens"],
    cachedInput: bagOf(usage["input_tokens_details"])["cached_tokens"],
    cacheWrite: bagOf(usage["input_tokens_details"])["cache_write_tokens"],
    output: usage["output_tokens"],
    reasoning: bagOf(usage["output_tokens_details"])["reasoning_tokens"],
    searches: output.filter((item) => item["type"] === "web_search_call" && isSearch(item)).length,
  });
}
