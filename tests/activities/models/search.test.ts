/**
 * The providers' own web search, word by word as their documentation shows the streams: Anthropic's web search tool, and
 * OpenAI's web search with the Responses API.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createModels } from "../../../activities/models/index.ts";
import { ANTHROPIC_SEARCH, ANTHROPIC_SEARCH_FAILED, OPENAI_SEARCH } from "../../support/models/searches.ts";
import { callOf } from "./calls.ts";
import { type RawServer, startRawServer, stream } from "./raw-server.ts";

let server: RawServer;
beforeAll(async () => {
  server = await startRawServer();
});
afterAll(() => server.stop());

function modelsAt(url: string) {
  const apiKey = "test-key";
  return createModels({ providers: { anthropic: { apiKey, baseUrl: url }, openai: { apiKey, baseUrl: `${url}/v1` } } });
}

const SHANNON = "https://en.wikipedia.org/wiki/Claude_Shannon";

it("Anthropic's search is asked for with its domains, and gives what it cites, its price and its blocks", async () => {
  server.answer(stream(ANTHROPIC_SEARCH));
  const pieces: string[] = [];
  const search = { allowedDomains: ["en.wikipedia.org"] };
  const call = callOf("anthropic/claude-sonnet-5", {
    tools: { search, functions: [], most: 4 },
    onDelta: (text) => pieces.push(text),
  });
  const reply = await modelsAt(server.url).complete(call);
  expect(server.requests[0]?.body["tools"]).toEqual([
    { type: "web_search_20250305", name: "web_search", max_uses: 4, allowed_domains: ["en.wikipedia.org"] },
  ]);
  expect(reply.text).toBe(
    "I'll search for when Claude Shannon was born.Based on the search results, Claude Shannon was born on April 30, 1916, in Petoskey, Michigan",
  );
  expect(pieces.join("")).toBe(reply.text);
  expect(reply.lookups).toMatchObject({
    api: "anthropic",
    calls: [],
    isPaused: false,
    searches: [{ query: "claude shannon birth date", urls: [SHANNON] }],
    sources: [
      {
        url: SHANNON,
        title: "Claude Shannon - Wikipedia",
        passage:
          "Claude Elwood Shannon (April 30, 1916 – February 24, 2001) was an American mathematician, electrical engineer, computer scientist, cryptographer and i...",
      },
    ],
  });
  expect(reply.lookups?.items.map((item) => (item as { type: string }).type)).toEqual([
    "text",
    "server_tool_use",
    "web_search_tool_result",
    "text",
    "text",
  ]);
  // 6,039 tokens in and 931 out at 2 and 10 USD a million, and one search at 10 USD a thousand.
  expect(reply.spend.costMicroUsd).toBe(6_039 * 2 + 931 * 10 + 10_000);
});

it("a search of Anthropic's that fails says why, and the reply goes on", async () => {
  server.answer(stream(ANTHROPIC_SEARCH_FAILED));
  const tools = { search: { blockedDomains: ["example.org"] }, functions: [], most: 1 };
  const reply = await modelsAt(server.url).complete(callOf("anthropic/claude-sonnet-5", { tools }));
  expect(reply.text).toBe("I could not search.");
  expect(reply.lookups?.searches).toEqual([{ query: "cars", urls: [], failed: "max_uses_exceeded" }]);
});

it("OpenAI's search is asked for with its domains, and gives the pages that it cites", async () => {
  server.answer(stream(OPENAI_SEARCH));
  const tools = { search: { allowedDomains: ["npr.org"] }, functions: [], most: 2 };
  const reply = await modelsAt(server.url).complete(callOf("openai/gpt-5.5", { tools }));
  expect(server.requests[0]?.body).toMatchObject({
    tools: [{ type: "web_search", filters: { allowed_domains: ["npr.org"] } }],
    max_tool_calls: 2,
    include: ["reasoning.encrypted_content", "web_search_call.action.sources"],
    store: false,
  });
  expect(reply.lookups).toMatchObject({
    api: "responses",
    searches: [{ query: "positive news March 6 2025", urls: ["https://npr.org/good-news", "https://npr.org/other"] }],
    sources: [{ url: "https://npr.org/good-news", title: "Good news", passage: "" }],
  });
  expect(reply.spend.costMicroUsd).toBe(300 * 5 + 100 * 30 + 10_000);
});

it("a model that takes no encrypted reasoning is asked again without it, once", async () => {
  const refusal = {
    error: {
      message: "Encrypted content is not supported with this model.",
      type: "invalid_request_error",
      param: "include",
    },
  };
  server.answer(
    (res) => void res.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify(refusal)),
    stream(OPENAI_SEARCH),
  );
  const models = modelsAt(server.url);
  const tools = { search: {}, functions: [], most: 2 };
  await models.complete(callOf("openai/gpt-5.5", { tools }));
  await models.complete(callOf("openai/gpt-5.5", { tools }));
  expect(server.requests.map(({ body }) => "include" in body)).toEqual([true, false, false]);
});

it("a reply that the provider pauses is sent back as it came", async () => {
  const paused = ANTHROPIC_SEARCH.map((event) =>
    event.type === "message_delta" ? { ...event, delta: { stop_reason: "pause_turn" } } : event,
  );
  server.answer(stream(paused), stream(ANTHROPIC_SEARCH_FAILED));
  const models = modelsAt(server.url);
  const tools = { search: {}, functions: [], most: 2 };
  const first = await models.complete(callOf("anthropic/claude-sonnet-5", { tools }));
  const { api, items, isPaused } = first.lookups ?? { api: "chat" as const, items: [], isPaused: false };
  expect(isPaused).toBe(true);
  const exchanges = [{ said: first.text, calls: [], answers: [], api, items }];
  await models.complete(callOf("anthropic/claude-sonnet-5", { tools, exchanges }));
  expect(server.requests[1]?.body).toMatchObject({
    messages: [{ role: "user" }, { role: "assistant", content: items }],
  });
});
