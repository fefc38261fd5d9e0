/** OpenAI's Responses API, streamed. */
import type { Response, ResponseCreateParamsStreaming, ResponseInputItem } from "openai/resources/responses/responses";
import type { ChatMessage } from "../../../domain/prompts/prompt.ts";
import type { TokenUsage } from "../pricing.ts";
import type { Draft, Ending } from "./draft.ts";
import { openAiClient } from "./openai-client.ts";
import { joined, optionalParameters, type ProviderRequest } from "./request.ts";
import { StreamError } from "./stream-error.ts";

export async function requestResponses(request: ProviderRequest): Promise<void> {
  const stream = await openAiClient(request.endpoint).responses.create(bodyOf(request), { signal: request.signal });
  for await (const event of stream) {
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
    input: call.messages.map(inputOf),
    max_output_tokens: call.maxOutputTokens,
    stream: true,
    // The provider stores nothing of a debate.
    store: false,
    ...optionalParameters(request),
    ...(call.output && { text: { format: { type: "json_schema", ...call.output, strict: true } } }),
  };
}

function inputOf(message: ChatMessage): ResponseInputItem {
  // Blocks of an assistant message would need ids of a stored response.
  if (message.role === "assistant") return { role: "assistant", content: joined(message.content) };
  return { role: "user", content: message.content.map((text) => ({ type: "input_text", text })) };
}

function end(draft: Draft, response: Response): void {
  draft.model = response.model;
  draft.usage = usageOf(response);
  const parts = (response.output ?? []).flatMap((item) => (item.type === "message" ? item.content : []));
  // Some endpoints send the text only at the end.
  if (draft.text === "") for (const part of parts) if (part.type === "output_text") draft.say(part.text);
  if (draft.refusal === "") draft.refusal = parts.map((part) => (part.type === "refusal" ? part.refusal : "")).join("");
  draft.ending = endingOf(draft, response);
}

function endingOf(draft: Draft, response: Response): Ending {
  const reason = response.incomplete_details?.reason;
  if (draft.refusal || reason === "content_filter") return "refused";
  return reason || response.status === "incomplete" ? "cut-off" : "whole";
}

function usageOf({ usage }: Response): TokenUsage | null {
  if (!usage) return null;
  return {
    input: usage.input_tokens,
    cachedInput: usage.input_tokens_details?.cached_tokens ?? 0,
    cacheWrite: usage.input_tokens_details?.cache_write_tokens ?? 0,
    output: usage.output_tokens,
    reasoning: usage.output_tokens_details?.reasoning_tokens ?? 0,
  };
}
