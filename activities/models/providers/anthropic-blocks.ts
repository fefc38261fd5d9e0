/** Puts the blocks of a streamed reply with tools together: text, tool calls, searches and what they found. */

import { type Bag, bagOf, jsonOf, listOf, textOf, valueIn } from "../hearing/shapes.ts";
import type { Draft } from "./draft.provider.ts";

/** Blocks arrive one after the other. A finished block is kept as it is, since it must be sent back unchanged. */
export function createBlocks(draft: Draft): { hear(event: Bag): void } {
  let open: Bag | null = null;
  let json = "";
  return {
    hear(event) {
      if (event["type"] === "content_block_start") {
        open = { ...bagOf(event["content_block"]) };
        json = "";
        if (open["type"] === "text") draft.say(open["text"]);
      } else if (event["type"] === "content_block_delta" && open) {
        const delta = bagOf(event["delta"]);
        if (delta["type"] === "input_json_delta") json += textOf(delta["partial_json"]);
        else grow(open, delta, draft);
      } else if (event["type"] === "content_block_stop" && open) {
        end(open, json, draft);
        open = null;
      }
    },
  };
}

function grow(block: Bag, delta: Bag, draft: Draft): void {
  const kind = `${textOf(block["type"])} ${textOf(delta["type"])}`;
  if (kind === "text text_delta") {
    block["text"] = textOf(block["text"]) + textOf(delta["text"]);
    draft.say(delta["text"]);
  } else if (kind === "text citations_delta") cite(block, bagOf(delta["citation"]), draft);
  else if (kind === "thinking thinking_delta")
    block["thinking"] = textOf(block["thinking"]) + textOf(delta["thinking"]);
  else if (kind === "thinking signature_delta") block["signature"] = delta["signature"];
}

function cite(block: Bag, citation: Bag, draft: Draft): void {
  block["citations"] = [...listOf(block["citations"]), citation];
  const url = textOf(citation["url"]);
  if (citation["type"] !== "web_search_result_location" || url === "") return;
  draft.sources.push({ url, title: textOf(citation["title"]) || url, passage: textOf(citation["cited_text"]) });
}

function end(block: Bag, json: string, draft: Draft): void {
  const { type } = block;
  if ((type === "tool_use" || type === "server_tool_use") && json !== "") block["input"] = parsed(json);
  // The API takes no empty text back.
  if (type !== "text" || block["text"] !== "") draft.items.push(block);
  const name = textOf(block["name"]);
  if (type === "tool_use") {
    const id = textOf(block["id"]) || `call-${draft.calls.length}`;
    draft.calls.push({ id, name, input: jsonOf(block["input"]) });
  }
  if (type === "server_tool_use" && name === "web_search")
    draft.searches.push({ query: textOf(bagOf(block["input"])["query"]), urls: [] });
  if (type === "web_search_tool_result") found(block["content"], draft);
}

/** Results follow their search. */
function found(content: unknown, { searches }: Draft): void {
  const search = searches.at(-1);
  if (!search) return;
  if (Array.isArray(content)) search.urls.push(...listOf(content).flatMap(({ url }) => textOf(url) || []));
  else search.failed = textOf(bagOf(content)["error_code"]) || "unavailable";
}

/** A model may write broken JSON. */
function parsed(json: string): unknown {
  const value = valueIn(json);
  return value === undefined ? {} : value;
}
