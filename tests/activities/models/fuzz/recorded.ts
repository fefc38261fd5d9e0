/** Replies as servers send them, over all three wire formats, streamed and whole: what the fuzz begins with. */
import type { ModelCall } from "../../../../activities/models/base/port.model.ts";
import { SCHEMA } from "../calls.ts";
import { anthropicEvents, chatEvents, responsesEvents } from "../raw-server.ts";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface Recorded {
  what: string;
  /** `provider/model`. */
  model: string;
  call?: Partial<ModelCall>;
  status?: number;
  /** A stream of events, or one JSON body. */
  answer: { events: Json[] } | { body: Json };
  /** The reply's text as it was sent; missing: the answer is a fault. */
  text?: string;
}

const CHAT = "openai-compatible/mine";
const RESPONSES = "openai/gpt-5.5";
const MESSAGES = "anthropic/claude-sonnet-5";

const SAID = "Tolls cut traffic 🚦, and the money pays for buses.";
const PIECES = ["Tolls cut", " traffic 🚦", ", and the money", " pays for buses."];
const THOUGHT = ["<think>\nWho pays?\n</think>\n\n", ...PIECES];
const WINNER = '{"winner":"p1"}';

const tools = {
  functions: [{ name: "look_up", description: "Looks a word up.", schema: { type: "object" } }],
  search: {},
  most: 3,
};

const json = (value: unknown) => JSON.parse(JSON.stringify(value)) as Json;
const streamed = (events: unknown[]) => ({ events: json(events) as Json[] });
const whole = (body: unknown) => ({ body: json(body) });

const chunk = (delta: object, finish_reason: string | null = null) => ({
  id: "chatcmpl-1",
  object: "chat.completion.chunk",
  model: "m-1",
  choices: [{ index: 0, delta, finish_reason }],
});
const piece = (index: number, call: object) => chunk({ tool_calls: [{ index, ...call }] });
const chatUsage = {
  prompt_tokens: 900,
  completion_tokens: 40,
  total_tokens: 940,
  prompt_tokens_details: { cached_tokens: 512 },
  completion_tokens_details: { reasoning_tokens: 12 },
};

const chat: Omit<Recorded, "model">[] = [
  { what: "text", answer: streamed(chatEvents(PIECES)), text: SAID },
  { what: "thoughts in the text", answer: streamed(chatEvents(THOUGHT)), text: SAID },
  { what: "JSON", call: { output: SCHEMA }, answer: streamed(chatEvents(['{"winner":', '"p1"}'])), text: WINNER },
  {
    what: "thoughts in parts, and counts in detail",
    answer: streamed([
      chunk({ role: "assistant", content: [{ type: "thinking", thinking: [{ type: "text", text: "Hm." }] }] }),
      chunk({ content: [{ type: "text", text: "Tolls cut" }], reasoning_content: "Hm." }),
      ...PIECES.slice(1).map((content) => chunk({ content })),
      { ...chunk({}, "stop"), usage: chatUsage },
    ]),
    text: SAID,
  },
  {
    what: "calls of tools",
    call: { tools },
    answer: streamed([
      chunk({ role: "assistant", content: SAID }),
      piece(0, { id: "call_1", type: "function", function: { name: "look_up", arguments: "" } }),
      piece(0, { function: { arguments: '{"word":' } }),
      piece(0, { function: { arguments: '"toll"}' } }),
      piece(1, { id: "call_2", type: "function", function: { name: "look_up", arguments: '{"word":"bus"}' } }),
      { ...chunk({}, "tool_calls"), usage: chatUsage },
    ]),
    text: SAID,
  },
  {
    what: "a whole completion",
    answer: whole({
      object: "chat.completion",
      model: "m-1",
      choices: [{ index: 0, message: { role: "assistant", content: SAID, refusal: null }, finish_reason: "stop" }],
      usage: chatUsage,
    }),
    text: SAID,
  },
  {
    what: "a refusal",
    answer: streamed([chunk({ refusal: "I cannot" }), chunk({ refusal: " say that." }), chunk({}, "stop")]),
  },
  {
    what: "an error in a stream",
    answer: streamed([chunk({ content: "Tolls" }), { error: { message: "Provider returned error", code: 502 } }]),
  },
  {
    what: "a list of what is wrong",
    status: 422,
    answer: whole({ detail: [{ loc: ["body", "max_tokens"], msg: "Input should be lower", type: "less_than" }] }),
  },
];

const message = (type: string, text: string) => ({
  type: "message",
  role: "assistant",
  content: [{ type: "output_text", text, annotations: [{ type, url: "https://tolls.example", title: "Tolls" }] }],
});
const response = {
  object: "response",
  model: "gpt-5.5-2026-04-23",
  status: "completed",
  incomplete_details: null,
  output: [
    { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "gAAA" },
    {
      type: "web_search_call",
      status: "completed",
      action: { type: "search", query: "tolls", queries: ["tolls"], sources: [{ url: "https://tolls.example" }] },
    },
    message("url_citation", SAID),
  ],
  usage: {
    input_tokens: 900,
    input_tokens_details: { cached_tokens: 512 },
    output_tokens: 40,
    output_tokens_details: { reasoning_tokens: 12 },
  },
};

const responses: Omit<Recorded, "model">[] = [
  { what: "text", answer: streamed(responsesEvents(PIECES)), text: SAID },
  { what: "thoughts in the text", answer: streamed(responsesEvents(THOUGHT)), text: SAID },
  { what: "JSON", call: { output: SCHEMA }, answer: streamed(responsesEvents(['{"winner":', '"p1"}'])), text: WINNER },
  { what: "searches and sources", call: { tools }, answer: streamed(responsesEvents(PIECES, response)), text: SAID },
  {
    what: "calls of tools",
    call: { tools },
    answer: streamed(
      responsesEvents(PIECES, {
        output: [
          message("url_citation", SAID),
          { type: "function_call", call_id: "call_1", name: "look_up", arguments: '{"word":"toll"}' },
        ],
      }),
    ),
    text: SAID,
  },
  { what: "a whole response", answer: whole(response), text: SAID },
  {
    what: "a refusal",
    answer: streamed([
      { type: "response.created" },
      { type: "response.refusal.delta", delta: "I cannot say that." },
      { type: "response.completed", response: { ...response, output: [] } },
    ]),
  },
  {
    what: "a failure in a stream",
    answer: streamed([
      { type: "response.created" },
      { type: "response.failed", response: { status: "failed", error: { code: "server_error", message: "Sorry." } } },
    ]),
  },
  {
    what: "a refused parameter",
    status: 400,
    answer: whole({ error: { message: "Unsupported parameter: 'top_k'", param: "top_k", code: "unsupported" } }),
  },
];

const block = (index: number, content_block: object, deltas: object[]) => [
  { type: "content_block_start", index, content_block },
  ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
  { type: "content_block_stop", index },
];
const spoken = (text: string) => ({ type: "text_delta", text });
const messageStart = {
  type: "message_start",
  message: {
    type: "message",
    model: "claude-sonnet-5",
    content: [],
    usage: { input_tokens: 300, cache_read_input_tokens: 512, cache_creation_input_tokens: 88, output_tokens: 1 },
  },
};
const messageEnd = (stop_reason: string) => [
  {
    type: "message_delta",
    delta: { stop_reason, stop_details: null },
    usage: { output_tokens: 40, server_tool_use: { web_search_requests: 1 } },
  },
  { type: "message_stop" },
];

const messages: Omit<Recorded, "model">[] = [
  { what: "text", answer: streamed(anthropicEvents(PIECES)), text: SAID },
  { what: "thoughts in the text", answer: streamed(anthropicEvents(THOUGHT)), text: SAID },
  { what: "JSON", call: { output: SCHEMA }, answer: streamed(anthropicEvents(['{"winner":', '"p1"}'])), text: WINNER },
  {
    what: "a search, a source and a call of a tool",
    call: { tools },
    answer: streamed([
      messageStart,
      ...block(0, { type: "thinking", thinking: "" }, [
        { type: "thinking_delta", thinking: "Hm." },
        { type: "signature_delta", signature: "c2ln" },
      ]),
      ...block(1, { type: "server_tool_use", id: "srv_1", name: "web_search", input: {} }, [
        { type: "input_json_delta", partial_json: '{"query":"tolls"}' },
      ]),
      ...block(
        2,
        {
          type: "web_search_tool_result",
          tool_use_id: "srv_1",
          content: [{ type: "web_search_result", url: "https://tolls.example", title: "Tolls" }],
        },
        [],
      ),
      ...block(3, { type: "text", text: "", citations: null }, [
        ...PIECES.map(spoken),
        {
          type: "citations_delta",
          citation: { type: "web_search_result_location", url: "https://tolls.example", title: "T", cited_text: "A" },
        },
      ]),
      ...block(4, { type: "tool_use", id: "toolu_1", name: "look_up", input: {} }, [
        { type: "input_json_delta", partial_json: '{"word":' },
        { type: "input_json_delta", partial_json: '"toll"}' },
      ]),
      ...messageEnd("tool_use"),
    ]),
    text: SAID,
  },
  {
    what: "a whole message",
    answer: whole({
      type: "message",
      model: "claude-sonnet-5",
      content: [
        { type: "thinking", thinking: "Hm.", signature: "c2ln" },
        { type: "text", text: SAID },
      ],
      stop_reason: "end_turn",
      usage: { input_tokens: 300, output_tokens: 40 },
    }),
    text: SAID,
  },
  {
    what: "a refusal",
    answer: streamed([messageStart, ...block(0, { type: "text", text: "" }, []), ...messageEnd("refusal")]),
  },
  {
    what: "an error in a stream",
    answer: streamed([
      messageStart,
      { type: "error", error: { type: "overloaded_error", message: "Overloaded", details: null } },
    ]),
  },
  {
    what: "an error",
    status: 529,
    answer: whole({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } }),
  },
];

const of = (model: string, shapes: Omit<Recorded, "model">[]): Recorded[] =>
  shapes.map((shape) => ({ ...shape, what: `${model}: ${shape.what}`, model }));

export const RECORDED: readonly Recorded[] = [
  ...of(CHAT, chat),
  ...of(RESPONSES, responses),
  ...of(MESSAGES, messages),
];
