import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Models } from "../../../activities/models/base/port.model.ts";
import { createModels } from "../../../activities/models/index.ts";
import { callOf, SCHEMA } from "./calls.ts";
import { anthropicEvents, chatEvents, type RawServer, responsesEvents, startRawServer, stream } from "./raw-server.ts";

let server: RawServer;
let models: Models;
beforeAll(async () => {
  server = await startRawServer();
  const v1 = `${server.url}/v1`;
  models = createModels({
    providers: {
      openai: { apiKey: "key-of-openai", baseUrl: v1 },
      anthropic: { apiKey: "key-of-anthropic", baseUrl: server.url },
      mistral: { apiKey: "key-of-mistral", baseUrl: v1 },
      openrouter: { apiKey: "key-of-openrouter", baseUrl: v1 },
      ollama: { baseUrl: v1 },
      "openai-compatible": { apiKey: "key-of-mine", baseUrl: v1 },
    },
  });
});
afterAll(() => server.stop());

describe("a request to the Responses API", () => {
  it("holds the prompt, the limits and the cache key, and leaves nothing with the provider", async () => {
    server.answer(stream(responsesEvents(["Yes."])));
    await models.complete(callOf("openai/gpt-5.5", { temperature: 0.7, topP: 0.9, cacheKey: "deb_1:p1" }));
    expect(server.requests[0]).toMatchObject({
      path: "/v1/responses",
      headers: { authorization: "Bearer key-of-openai" },
      body: {
        model: "gpt-5.5",
        instructions: "You debate.",
        input: [
          {
            role: "user",
            content: [
              { type: "input_text", text: "The transcript so far." },
              { type: "input_text", text: "Give your opening." },
            ],
          },
        ],
        max_output_tokens: 300,
        temperature: 0.7,
        top_p: 0.9,
        prompt_cache_key: "deb_1:p1",
        store: false,
        stream: true,
      },
    });
  });

  it("asks for JSON with a strict schema", async () => {
    server.answer(stream(responsesEvents(['{"winner":', '"p1"}'])));
    const reply = await models.complete(callOf("openai/gpt-5.5", { output: SCHEMA }));
    expect(server.requests[0]?.body["text"]).toEqual({ format: { type: "json_schema", ...SCHEMA, strict: true } });
    expect(reply).toMatchObject({ text: '{"winner":"p1"}', model: "gpt-5.5-2026-04-23" });
  });

  it("takes the text of an endpoint that sends it only at the end", async () => {
    const [, , end] = responsesEvents(["All at once."]);
    server.answer(stream(end ? [end] : []));
    const pieces: string[] = [];
    const reply = await models.complete(callOf("openai/gpt-5.5", { onDelta: (text) => pieces.push(text) }));
    expect([reply.text, pieces]).toEqual(["All at once.", ["All at once."]]);
  });
});

describe("a request to Chat Completions", () => {
  it("holds the prompt and asks for the usage, and sends no cache key where that is unknown", async () => {
    server.answer(stream(chatEvents(["Yes."])));
    await models.complete(callOf("mistral/mistral-medium-3-5", { temperature: 0.2, topP: 0.5, cacheKey: "deb_1:p1" }));
    expect(server.requests[0]).toMatchObject({
      path: "/v1/chat/completions",
      headers: { authorization: "Bearer key-of-mistral" },
    });
    expect(server.requests[0]?.body).toEqual({
      model: "mistral-medium-3-5",
      messages: [
        { role: "system", content: "You debate." },
        { role: "user", content: "The transcript so far.\n\nGive your opening." },
      ],
      max_tokens: 300,
      temperature: 0.2,
      top_p: 0.5,
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it("asks for JSON with a strict schema", async () => {
    server.answer(stream(chatEvents(['{"winner":"p1"}'])));
    await models.complete(callOf("mistral/mistral-medium-3-5", { output: SCHEMA }));
    expect(server.requests[0]?.body["response_format"]).toEqual({
      type: "json_schema",
      json_schema: { ...SCHEMA, strict: true },
    });
  });

  it("forces a tool call where the model has no JSON mode, and reads the JSON from it", async () => {
    const piece = (text: string, finish_reason: string | null) => ({
      model: "m-1",
      choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: text } }] }, finish_reason }],
    });
    server.answer(stream([piece('{"winner":', null), piece('"p2"}', "tool_calls")] as { type?: string }[]));
    const reply = await models.complete(callOf("openrouter/anthropic/claude-3-haiku", { output: SCHEMA }));
    expect(reply.text).toBe('{"winner":"p2"}');
    expect(server.requests[0]?.body).toMatchObject({
      tools: [{ type: "function", function: { name: "verdict", parameters: SCHEMA.schema } }],
      tool_choice: { type: "function", function: { name: "verdict" } },
    });
  });

  it("carries no key to an endpoint that needs none", async () => {
    server.answer(stream(chatEvents(["Yes."])));
    await models.complete(callOf("ollama/llama3.3"));
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  it("takes no key, organisation or address from the environment", async () => {
    vi.stubEnv("OPENAI_API_KEY", "key-of-environment");
    vi.stubEnv("OPENAI_ORG_ID", "org-of-environment");
    vi.stubEnv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1");
    server.answer(stream(chatEvents(["Yes."])));
    await models.complete(callOf("ollama/llama3.3"));
    vi.unstubAllEnvs();
    expect(JSON.stringify(server.requests)).not.toContain("of-environment");
    expect(server.requests).toHaveLength(1);
  });

  it("carries the key of an endpoint that has one without needing it", async () => {
    server.answer(stream(chatEvents(["Yes."])));
    await models.complete(callOf("openai-compatible/my/model"));
    expect(server.requests[0]).toMatchObject({
      headers: { authorization: "Bearer key-of-mine" },
      body: { model: "my/model" },
    });
  });

  it("gives no cost to a reply whose provider did not report the usage", async () => {
    server.answer(stream(chatEvents(["Yes."], { usage: null })));
    const reply = await models.complete(callOf("mistral/mistral-medium-3-5"));
    expect(reply.spend).toMatchObject({ inputTokens: 0, calls: 1, costMicroUsd: null });
  });
});

describe("a request to the Messages API", () => {
  const transcript = [
    { role: "user" as const, content: ["Topic.", "Bob spoke."] },
    { role: "assistant" as const, content: ["I answered."] },
    { role: "user" as const, content: ["Bob spoke again.", "Your rebuttal, round 2."] },
  ];

  it("puts cache breakpoints after the system prompt and after the transcript, before what varies", async () => {
    server.answer(stream(anthropicEvents(["Yes."])));
    await models.complete(callOf("anthropic/claude-sonnet-5", { messages: transcript }));
    const cache_control = { type: "ephemeral" };
    expect(server.requests[0]).toMatchObject({
      path: "/v1/messages",
      headers: { authorization: "Bearer key-of-anthropic" },
    });
    expect(server.requests[0]?.body).toEqual({
      model: "claude-sonnet-5",
      max_tokens: 300,
      system: [{ type: "text", text: "You debate.", cache_control }],
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "Topic." },
            { type: "text", text: "Bob spoke." },
          ],
        },
        { role: "assistant", content: [{ type: "text", text: "I answered." }] },
        {
          role: "user",
          content: [
            { type: "text", text: "Bob spoke again.", cache_control },
            { type: "text", text: "Your rebuttal, round 2." },
          ],
        },
      ],
      stream: true,
    });
  });

  it("puts further breakpoints twenty blocks apart, so that a call after many turns finds what the last one left", async () => {
    server.answer(stream(anthropicEvents(["Yes."])));
    const content = [...Array.from({ length: 50 }, (_, i) => `Turn ${i}.`), "Assess the round."];
    await models.complete(callOf("anthropic/claude-sonnet-5", { messages: [{ role: "user", content }] }));
    const sent = server.requests[0]?.body["messages"] as [{ content: { cache_control?: object }[] }] | undefined;
    expect(sent?.[0].content.flatMap(({ cache_control }, i) => (cache_control ? [i] : []))).toEqual([9, 29, 49]);
  });

  it("puts the breakpoint into the message before when the last one is all that varies", async () => {
    server.answer(stream(anthropicEvents(["Yes."])));
    const messages = [...transcript.slice(0, 2), { role: "user" as const, content: ["Your rebuttal, round 2."] }];
    await models.complete(callOf("anthropic/claude-sonnet-5", { messages }));
    const cached = { type: "text", text: "I answered.", cache_control: { type: "ephemeral" } };
    expect(server.requests[0]?.body["messages"]).toMatchObject([{}, { role: "assistant", content: [cached] }, {}]);
  });

  it("sends no temperature and no top_p, which the API version of the SDK does not have", async () => {
    server.answer(stream(anthropicEvents(["Yes."])));
    await models.complete(callOf("anthropic/claude-sonnet-5", { temperature: 0.7, topP: 0.9 }));
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]?.body).not.toHaveProperty("temperature");
    expect(server.requests[0]?.body).not.toHaveProperty("top_p");
  });

  it("asks for JSON through the output format", async () => {
    server.answer(stream(anthropicEvents(['{"winner":"p1"}'])));
    await models.complete(callOf("anthropic/claude-sonnet-5", { output: SCHEMA }));
    expect(server.requests[0]?.body["output_config"]).toEqual({
      format: { type: "json_schema", schema: SCHEMA.schema },
    });
  });

  it("forces a tool call on a model without an output format, and reads and streams the JSON from it", async () => {
    const [start, , , , , stop] = anthropicEvents(["x"], {});
    const json = (partial_json: string) => ({
      type: "content_block_delta",
      index: 0,
      delta: { type: "input_json_delta", partial_json },
    });
    const end = { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 9 } };
    server.answer(stream([start ?? {}, json('{"winner":'), json('"p2"}'), end, stop ?? {}]));
    const pieces: string[] = [];
    const call = callOf("anthropic/claude-3-haiku", { output: SCHEMA, onDelta: (text) => pieces.push(text) });
    expect((await models.complete(call)).text).toBe('{"winner":"p2"}');
    expect(pieces).toEqual(['{"winner":', '"p2"}']);
    expect(server.requests[0]?.body).toMatchObject({
      tools: [{ name: "verdict", input_schema: SCHEMA.schema }],
      tool_choice: { type: "tool", name: "verdict" },
    });
  });

  it("adds what was read from and written to the cache to the input, and prices each at its own rate", async () => {
    const start = { input_tokens: 100, cache_read_input_tokens: 800, cache_creation_input_tokens: 100 };
    server.answer(stream(anthropicEvents(["Yes."], { start, delta: { output_tokens: 50 } })));
    const { spend } = await models.complete(callOf("anthropic/claude-sonnet-5"));
    expect(spend).toMatchObject({ inputTokens: 1_000, cachedInputTokens: 800, outputTokens: 50 });
    // 100 × $2 + 800 × $0.20 + 100 × $2.50 + 50 × $10, a million tokens each.
    expect(spend.costMicroUsd).toBe(200 + 160 + 250 + 500);
  });
});
