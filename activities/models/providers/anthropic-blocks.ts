/** Puts the blocks of a streamed reply with tools together: text, tool calls, searches and what they found. */
import type {
  ContentBlock,
  RawContentBlockDelta,
  RawMessageStreamEvent,
  WebSearchToolResultBlock,
} from "@anthropic-ai/sdk/resources/messages/messages";
import type { Draft } from "./draft.ts";

/** Blocks arrive one after the other. A finished block is kept as it is, since it must be sent back unchanged. */
export function createBlocks(draft: Draft): { hear(event: RawMessageStreamEvent): void } {
  let open: ContentBlock | null = null;
  let json = "";
  return {
    hear(event) {
      if (event.type === "content_block_start") {
        open = structuredClone(event.content_block);
        json = "";
        if (open.type === "text") draft.say(open.text);
      } else if (event.type === "content_block_delta" && open) {
        if (event.delta.type === "input_json_delta") json += event.delta.partial_json;
        else grow(open, event.delta, draft);
      } else if (event.type === "content_block_stop" && open) {
        end(open, json, draft);
        open = null;
      }
    },
  };
}

function grow(block: ContentBlock, delta: RawContentBlockDelta, draft: Draft): void {
  if (block.type === "text" && delta.type === "text_delta") {
    block.text += delta.text;
    draft.say(delta.text);
  } else if (block.type === "text" && delta.type === "citations_delta") {
    block.citations = [...(block.citations ?? []), delta.citation];
    if (delta.citation.type !== "web_search_result_location") return;
    const { url, title, cited_text: passage } = delta.citation;
    draft.sources.push({ url, title: title ?? url, passage });
  } else if (block.type === "thinking" && delta.type === "thinking_delta") block.thinking += delta.thinking;
  else if (block.type === "thinking" && delta.type === "signature_delta") block.signature = delta.signature;
}

function end(block: ContentBlock, json: string, draft: Draft): void {
  if ((block.type === "tool_use" || block.type === "server_tool_use") && json !== "") block.input = parsed(json);
  // The API takes no empty text back.
  if (block.type !== "text" || block.text !== "") draft.items.push(block);
  if (block.type === "tool_use")
    draft.calls.push({ id: block.id, name: block.name, input: JSON.stringify(block.input) });
  if (block.type === "server_tool_use" && block.name === "web_search") draft.searches.push(begun(block.input));
  if (block.type === "web_search_tool_result") found(block, draft);
}

function begun(input: unknown) {
  const { query } = (input ?? {}) as { query?: unknown };
  return { query: typeof query === "string" ? query : "", urls: [] };
}

/** Results follow their search. */
function found({ content }: WebSearchToolResultBlock, { searches }: Draft): void {
  const search = searches.at(-1);
  if (!search) return;
  if (Array.isArray(content)) search.urls.push(...content.map(({ url }) => url));
  else search.failed = content.error_code;
}

/** A model may write broken JSON. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return {};
  }
}
