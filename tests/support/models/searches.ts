/** Streams with the providers' own web search, as the providers document them. */

type Event = { type: string } & Record<string, unknown>;

const block = (index: number, content_block: object, deltas: object[] = []): Event[] => [
  { type: "content_block_start", index, content_block },
  ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
  { type: "content_block_stop", index },
];

const QUERY = [
  { type: "input_json_delta", partial_json: '{"query"' },
  { type: "input_json_delta", partial_json: ': "claude shannon birth date"}' },
];

const FOUND = {
  type: "web_search_tool_result",
  tool_use_id: "srvtoolu_01WYG3ziw53XMcoyKL4XcZmE",
  caller: { type: "direct" },
  content: [
    {
      type: "web_search_result",
      url: "https://en.wikipedia.org/wiki/Claude_Shannon",
      title: "Claude Shannon - Wikipedia",
      encrypted_content: "EqgfCioIARgBIiQ3YTAwMjY1Mi1mZjM5LTQ1NGUtODgxNC1kNjNjNTk1ZWI3Y...",
      page_age: "April 30, 2025",
    },
  ],
};

const CITATION = {
  type: "web_search_result_location",
  url: "https://en.wikipedia.org/wiki/Claude_Shannon",
  title: "Claude Shannon - Wikipedia",
  encrypted_index: "Eo8BCioIAhgBIiQyYjQ0OWJmZi1lNm..",
  cited_text:
    "Claude Elwood Shannon (April 30, 1916 – February 24, 2001) was an American mathematician, electrical engineer, computer scientist, cryptographer and i...",
};

const ended = (usage: object): Event[] => [
  { type: "message_delta", delta: { stop_reason: "end_turn", stop_details: null }, usage },
  { type: "message_stop" },
];

const begun: Event = {
  type: "message_start",
  message: { model: "claude-sonnet-5", content: [], usage: { input_tokens: 2_679, output_tokens: 3 } },
};

export const ANTHROPIC_SEARCH: Event[] = [
  begun,
  ...block(0, { type: "text", text: "" }, [
    { type: "text_delta", text: "I'll search for when " },
    { type: "text_delta", text: "Claude Shannon was born." },
  ]),
  ...block(1, { type: "server_tool_use", id: FOUND.tool_use_id, name: "web_search", input: {} }, QUERY),
  ...block(2, FOUND),
  ...block(3, { type: "text", text: "" }, [{ type: "text_delta", text: "Based on the search results, " }]),
  ...block(4, { type: "text", text: "", citations: [] }, [
    { type: "text_delta", text: "Claude Shannon was born on April 30, 1916, in Petoskey, Michigan" },
    { type: "citations_delta", citation: CITATION },
  ]),
  ...ended({ input_tokens: 6_039, output_tokens: 931, server_tool_use: { web_search_requests: 1 } }),
];

export const ANTHROPIC_SEARCH_FAILED: Event[] = [
  begun,
  ...block(0, { type: "server_tool_use", id: "srvtoolu_2", name: "web_search", input: {} }, [
    { type: "input_json_delta", partial_json: '{"query": "cars"}' },
  ]),
  ...block(1, {
    type: "web_search_tool_result",
    tool_use_id: "srvtoolu_2",
    caller: { type: "direct" },
    content: { type: "web_search_tool_result_error", error_code: "max_uses_exceeded" },
  }),
  ...block(2, { type: "text", text: "" }, [{ type: "text_delta", text: "I could not search." }]),
  ...ended({ input_tokens: 3_000, output_tokens: 30, server_tool_use: { web_search_requests: 0 } }),
];

/** The page that a search of OpenAI's cites, in a reply that says this. */
export function openAiSearch(text: string, { url, title }: { url: string; title: string }): Event[] {
  const at = { start_index: 0, end_index: text.length };
  const message = {
    type: "message",
    id: "msg_67c9fa077e288190af08fdffda2e34f20be649c1a5ff9609",
    status: "completed",
    role: "assistant",
    content: [{ type: "output_text", text, annotations: [{ type: "url_citation", ...at, url, title }] }],
  };
  const call = {
    type: "web_search_call",
    id: "ws_67c9fa0502748190b7dd390736892e100be649c1a5ff9609",
    status: "completed",
    action: {
      type: "search",
      query: "positive news March 6 2025",
      sources: [
        { type: "url", url },
        { type: "url", url: "https://npr.org/other" },
      ],
    },
  };
  return [
    { type: "response.created" },
    { type: "response.output_text.delta", delta: text },
    {
      type: "response.completed",
      response: {
        model: "gpt-5.5-2026-04-23",
        status: "completed",
        output: [{ type: "reasoning", id: "rs_1", summary: [], encrypted_content: "gAAAA" }, call, message],
        usage: { input_tokens: 300, output_tokens: 100, total_tokens: 400 },
      },
    },
  ];
}

export const OPENAI_SEARCH = openAiSearch("On March 6, 2025, several news stories were good.", {
  url: "https://npr.org/good-news",
  title: "Good news",
});
