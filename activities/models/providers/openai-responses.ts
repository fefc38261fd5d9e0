/** OpenAI's Responses API, streamed. */
import type {
  Response,
  ResponseCreateParamsStreaming,
  ResponseFunctionWebSearch,
  ResponseInputContent,
  ResponseInputItem,
  ResponseOutputText,
  Tool,
} from "openai/resources/responses/responses";
import type { ChatMessage } from "../../../domain/prompts/prompt.ts";
import type { CallImage } from "../port.ts";
import type { TokenUsage } from "../pricing.ts";
import type { CallTools, Exchange, Search, Source } from "../tools.ts";
import type { Draft, Ending } from "./draft.ts";
import { openAiClient } from "./openai-client.ts";
import { dataUrl, joined, optionalParameters, type ProviderRequest, partsOf } from "./request.ts";
import { StreamError } from "./stream-error.ts";

/** Sent while the prompt is not read yet. */
const BEFORE_READING = new Set(["response.created", "response.queued", "response.in_progress"]);

export async function requestResponses(request: ProviderRequest): Promise<void> {
  const stream = await openAiClient(request.endpoint).responses.create(bodyOf(request), { signal: request.signal });
  for await (const event of stream) {
    if (!BEFORE_READING.has(event.type)) request.call.onBegun?.();
    if (event.type === "response.output_text.delta") request.draft.say(event.delta);
    else if (event.type === "response.refusal.delta") request.draft.refusal += event.delta;
    else if (event.type === "response.completed" || event.type === "response.incomplete")
      end(request.draft, event.response);
    else if (event.type === "response.failed") {
      end(request.draft, event.response);
      throw new StreamError(event.response.error);
    }
  }
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
    ...(call.tools && toolsOf(call.tools, request.omit.has("include"))),
    ...(call.output && { text: { format: { type: "json_schema", ...call.output, strict: true } } }),
  };
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

function end(draft: Draft, response: Response): void {
  draft.model = response.model;
  draft.usage = usageOf(response);
  const parts = (response.output ?? []).flatMap((item) => (item.type === "message" ? item.content : []));
  // Some endpoints send the text only at the end.
  if (draft.text === "") for (const part of parts) if (part.type === "output_text") draft.say(part.text);
  if (draft.refusal === "") draft.refusal = parts.map((part) => (part.type === "refusal" ? part.refusal : "")).join("");
  hearTools(draft, response);
  draft.ending = endingOf(draft, response);
}

function hearTools(draft: Draft, { output }: Response): void {
  draft.items = output ?? [];
  for (const item of output ?? []) {
    if (item.type === "function_call") draft.calls.push({ id: item.call_id, name: item.name, input: item.arguments });
    else if (item.type === "web_search_call") draft.searches.push(searchOf(item));
    else if (item.type === "message")
      for (const part of item.content) if (part.type === "output_text") draft.sources.push(...sourcesOf(part));
  }
}

/** Pages that it opens or searches within count as searches of theirs. */
function searchOf({ action, status }: ResponseFunctionWebSearch): Search {
  const failed = status === "failed" && { failed: "the search failed" };
  if (action.type !== "search") return { query: action.url ?? "", urls: action.url ? [action.url] : [], ...failed };
  const { query, queries = [], sources = [] } = action;
  return { query: query ?? queries.join("; "), urls: sources.map(({ url }) => url), ...failed };
}

/** The API says which pages a reply cites, and quotes nothing of them. */
function sourcesOf({ annotations }: ResponseOutputText): Source[] {
  return (annotations ?? []).flatMap((note) =>
    note.type === "url_citation" ? [{ url: note.url, title: note.title, passage: "" }] : [],
  );
}

function endingOf(draft: Draft, response: Response): Ending {
  const reason = response.incomplete_details?.reason;
  if (draft.refusal || reason === "content_filter") return "refused";
  return reason || response.status === "incomplete" ? "cut-off" : "whole";
}

function usageOf({ usage, output }: Response): TokenUsage | null {
  if (!usage) return null;
  const searches = (output ?? []).filter(
    (item) => item.type === "web_search_call" && item.action.type === "search",
  ).length;
  return {
    ...(searches > 0 && { searches }),
    input: usage.input_tokens,
    cachedInput: usage.input_tokens_details?.cached_tokens ?? 0,
    cacheWrite: usage.input_tokens_details?.cache_write_tokens ?? 0,
    output: usage.output_tokens,
    reasoning: usage.output_tokens_details?.reasoning_tokens ?? 0,
  };
}
