import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Models } from "../../../activities/models/base/port.model.ts";
import { createCatalogue, createModels } from "../../../activities/models/index.ts";
import { parseModel } from "../../../domain/shapes/catalogue/catalogue.ts";
import { type ModelServer, startModelServer } from "../../support/models/server.ts";
import { callOf, faultOf, SCHEMA } from "./calls.ts";

let server: ModelServer;
let models: Models;
beforeAll(async () => {
  server = await startModelServer();
  models = createModels({ providers: server.providers });
});
afterAll(() => server.stop());
afterEach(() => {
  const complaints = [...server.complaints];
  server.forget();
  expect(complaints).toEqual([]);
});

const MODELS = [
  { api: "responses", id: "openai/gpt-5.5" },
  { api: "chat", id: "google/gemini-3.8-flash" },
  { api: "anthropic", id: "anthropic/claude-sonnet-5" },
] as const;

describe.each(MODELS)("a call over the $api API", ({ api, id }) => {
  it("passes the reply on piece by piece and returns the whole of it", async () => {
    server.use([{ text: "Cats are independent, and that is a virtue.", profile: { chunkSize: 10 } }]);
    const pieces: string[] = [];
    const reply = await models.complete(callOf(id, { onDelta: (text) => pieces.push(text) }));
    expect(reply.text).toBe("Cats are independent, and that is a virtue.");
    expect(pieces).toEqual(["Cats are i", "ndependent", ", and that", " is a virt", "ue."]);
    expect(server.journal.map((entry) => entry.api)).toEqual([api]);
  });

  it("sends the system prompt and the messages in their roles", async () => {
    server.use([{ text: "Yes." }]);
    await models.complete(
      callOf(id, {
        system: "You are Ada.",
        messages: [
          { role: "user", content: ["Topic: cats."] },
          { role: "assistant", content: ["Cats rule."] },
          { role: "user", content: ["Bob: dogs do.", "Answer Bob."] },
        ],
      }),
    );
    expect(server.journal[0]).toMatchObject({
      model: parseModel(id)?.model,
      system: "You are Ada.",
      messages: [
        { role: "user", content: "Topic: cats." },
        { role: "assistant", content: "Cats rule." },
        { role: "user", content: "Bob: dogs do.\n\nAnswer Bob." },
      ],
    });
  });

  it("sends images between the texts, where they belong", async () => {
    server.use([{ text: "Yes." }]);
    const image = { mediaType: "image/png" as const, data: Buffer.from("an image").toString("base64") };
    await models.complete(
      callOf(id, {
        messages: [{ role: "user", content: ["The exhibits.", "Speak."] }],
        images: { after: { message: 0, block: 0 }, parts: ["The image of exhibit E1:", image], tokens: 0 },
      }),
    );
    const { body } = server.journal[0] ?? {};
    const said = (body?.["messages"] ?? body?.["input"]) as { role: string; content: Record<string, unknown>[] }[];
    const blocks = said.at(-1)?.content.map(({ cache_control: _cached, ...block }) => block);
    const text = (words: string) => ({ type: api === "responses" ? "input_text" : "text", text: words });
    const url = `data:image/png;base64,${image.data}`;
    const shapes = {
      responses: { type: "input_image", image_url: url, detail: "high" },
      chat: { type: "image_url", image_url: { url, detail: "high" } },
      anthropic: { type: "image", source: { type: "base64", media_type: "image/png", data: image.data } },
    };
    expect(blocks).toEqual([text("The exhibits."), text("The image of exhibit E1:"), shapes[api], text("Speak.")]);
  });

  it("counts cached and reasoning tokens as parts of input and output", async () => {
    server.use([{ text: "Yes.", usage: { input: 1_000, cachedInput: 600, output: 80, reasoning: 30 } }]);
    const reply = await models.complete(callOf(id));
    expect(reply.spend).toMatchObject({
      inputTokens: 1_000,
      cachedInputTokens: 600,
      outputTokens: 80,
      reasoningTokens: 30,
      calls: 1,
    });
  });

  it("asks for structured output with the schema as it is and returns and streams the JSON text", async () => {
    server.use([{ json: { winner: "p1" } }]);
    const pieces: string[] = [];
    const reply = await models.complete(callOf(id, { output: SCHEMA, onDelta: (text) => pieces.push(text) }));
    expect(JSON.parse(reply.text)).toEqual({ winner: "p1" });
    expect(pieces.join("")).toBe(reply.text);
    expect(server.journal[0]).toMatchObject({ schema: SCHEMA.schema, tool: null });
  });

  it("measures the time to the first piece and to the end", async () => {
    server.use([{ text: "One, two, three.", profile: { ttft: 60, tps: 100, chunkSize: 4 } }]);
    const reply = await models.complete(callOf(id));
    expect(reply.firstTokenMs).toBeGreaterThanOrEqual(55);
    expect(reply.latencyMs).toBeGreaterThan(reply.firstTokenMs ?? 0);
  });

  it("reports a reply that was cut off at the token limit as unusable, with its cost and what was said", async () => {
    server.use([{ text: "Cats are", finish: "length", usage: { input: 1_000, output: 300 } }]);
    const fault = await faultOf(models.complete(callOf(id)));
    expect(fault.kind).toBe("invalid_response");
    expect(fault.message).toContain("cut off after 300 output tokens, where 300 were allowed");
    expect(fault.partial).toBe("Cats are");
    expect(fault.spend).toMatchObject({ inputTokens: 1_000, outputTokens: 300, calls: 1 });
    expect(fault.spend.costMicroUsd).toBeGreaterThan(0);
  });

  it("reports an empty reply as unusable", async () => {
    server.use([{ text: "  " }]);
    expect(await faultOf(models.complete(callOf(id)))).toMatchObject({ kind: "invalid_response", spend: { calls: 1 } });
  });

  it("reports a stream that breaks in the middle as a network fault with what had been said", async () => {
    server.use([{ text: "Cats are independent animals.", profile: { chunkSize: 4 }, cutAfterChunks: 7 }]);
    const fault = await faultOf(models.complete(callOf(id)));
    expect(fault.kind).toBe("network");
    expect(fault.message).toContain("cut off in the middle of its reply");
    expect("Cats are independent animals.").toContain(fault.partial);
    expect(fault.partial).toMatch(/^Cats/);
  });
});

describe("the default models", () => {
  const catalogue = createCatalogue({ providers: {}, defaultModel: null, defaultJudgeModel: null });
  const defaults = catalogue.providers().flatMap((provider) => provider.defaultModel ?? []);

  it.each(defaults)("the SDK takes %s without a word of deprecation", async (id) => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    server.use([{ text: "Yes." }]);
    expect((await models.complete(callOf(id))).text).toBe("Yes.");
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  it.each(defaults)("%s has a price and a window", (id) => {
    const ref = parseModel(id);
    expect(ref && catalogue.model(ref)).toMatchObject({
      priceUsdPerMTok: { input: expect.any(Number), output: expect.any(Number) },
      contextWindow: expect.any(Number),
    });
  });

  it("the SDK does warn of a model that it calls deprecated, so that silence means something", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    server.use([{ text: "Yes." }]);
    await models.complete(callOf("anthropic/claude-sonnet-4-5"));
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });
});

describe("the demo provider", () => {
  it("speaks the Responses API without a key and costs nothing", async () => {
    server.use([{ text: "Canned.", usage: { input: 5_000, output: 900 } }]);
    const reply = await models.complete(callOf("demo/debater"));
    expect(reply.spend).toMatchObject({ inputTokens: 5_000, outputTokens: 900, costMicroUsd: 0 });
    expect(server.journal[0]).toMatchObject({ api: "responses" });
    expect(server.journal[0]?.headers.authorization).toBeUndefined();
  });
});
