/** OpenAI's Responses API, streamed. */
import type { Response, ResponseCreateParamsStreaming, ResponseInputItem } from "openai/resources/responses/responses";
import type { ChatMessage } from "../../domain/prompts/prompt.ts";
import { type Ask, joined } from "./ask.ts";
import type { Draft, Ending } from "./draft.ts";
import { openAiClient } from "./openai-client.ts";
import type { TokenUsage } from "./pricing.ts";
import { StreamError } from "./stream-error.ts";

export async function askResponses(ask: Ask): Promise<void> {
  const stream = await openAiClient(ask.endpoint).responses.create(bodyOf(ask), { signal: ask.signal });
  for await (const event of stream) {
    if (event.type === "response.output_text.delta") ask.draft.say(event.delta);
    else if (event.type === "response.refusal.delta") ask.draft.refusal += event.delta;
    else if (event.type === "response.completed" || event.type === "response.incomplete")
      end(ask.draft, event.response);
    else if (event.type === "response.failed") {
      end(ask.draft, event.response);
      throw new StreamError(event.response.error);
    }
  }
}

function bodyOf({ call, omit }: Ask): ResponseCreateParamsStreaming {
  return {
    model: call.model.model,
    instructions: call.system,
    input: call.messages.map(inputOf),
    max_output_tokens: call.maxOutputTokens,
    stream: true,
    // Nothing of a debate stays with the provider.
    store: false,
    ...(call.temperature !== undefined && !omit.has("temperature") && { temperature: call.temperature }),
    ...(call.cacheKey && !omit.has("prompt_cache_key") && { prompt_cache_key: call.cacheKey }),
    ...(call.output && { text: { format: { type: "json_schema", ...call.output, strict: true } } }),
  };
}

function inputOf(message: ChatMessage): ResponseInputItem {
  // Blocks of an assistant's message would need the ids of a stored response.
  if (message.role === "assistant") return { role: "assistant", content: joined(message.content) };
  return { role: "user", content: message.content.map((text) => ({ type: "input_text", text })) };
}

function end(draft: Draft, response: Response): void {
  draft.model = response.model;
  draft.usage = usageOf(response);
  const parts = (response.output ?? []).flatMap((item) => (item.type === "message" ? item.content : []));
  // An endpoint may send its text only at the end.
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
