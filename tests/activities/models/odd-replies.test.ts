/** Servers that speak a provider's API in part: counts that are no numbers, and parts of other shapes. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ModelReply, type Models } from "../../../activities/models/base/port.model.ts";
import { billedOf, uncountedOf } from "../../../domain/shapes/state/costs.state.ts";
import { countTokens } from "../../../domain/shapes/tokens.shape.ts";
import { callOf, faultOf, modelsOn } from "./calls.ts";
import { anthropicEvents, chatEvents, type RawServer, responsesEvents, startRawServer, stream } from "./raw-server.ts";

/** Cases of each property. `ODD_REPLIES=2000` tries more. */
const RUNS = Number(process.env["ODD_REPLIES"] ?? 150);

let server: RawServer;
let models: Models;
beforeAll(async () => {
  server = await startRawServer();
  models = modelsOn(server.url);
});
afterAll(() => server.stop());

const PRICE = { input: 1, cachedInput: null, output: 2 };
const SAID = "Tolls cut traffic in the centre, and the money pays for buses.";

interface Counts {
  input?: unknown;
  output?: unknown;
  cached?: unknown;
}

/** Each API with its names of the counts. */
const APIS = {
  chat: {
    id: "openai-compatible/any",
    events: ({ input, output, cached }: Counts) =>
      chatEvents([SAID], {
        usage: { prompt_tokens: input, completion_tokens: output, prompt_tokens_details: { cached_tokens: cached } },
      }),
  },
  responses: {
    id: "openai/any",
    events: ({ input, output, cached }: Counts) =>
      responsesEvents([SAID], {
        usage: { input_tokens: input, output_tokens: output, input_tokens_details: { cached_tokens: cached } },
      }),
  },
  messages: {
    id: "anthropic/any",
    events: ({ input, output, cached }: Counts) =>
      anthropicEvents([SAID], {
        start: { input_tokens: input, cache_read_input_tokens: cached },
        delta: { output_tokens: output },
      }),
  },
} as const;
type Api = keyof typeof APIS;

async function replyWith(api: Api, counts: Counts): Promise<ModelReply> {
  const { id, events } = APIS[api];
  const call = callOf(id);
  server.answer(stream(events(counts)));
  return models.complete({ ...call, model: { ...call.model, priceUsdPerMTok: PRICE } });
}

describe.each(["chat", "responses", "messages"] as const)("counts over the %s API", (api) => {
  it.each([
    ["null", { input: null, output: null }],
    ["missing", {}],
    ["negative", { input: -1, output: -1 }],
    ["text", { input: "100", output: "30" }],
    ["nothing", { input: 0, output: 0 }],
    ["fractions", { input: 1.5, output: 0.5 }],
    ["beyond every window", { input: 1e12, output: 1e15 }],
  ])("that are %s are unknown: the reply is there, and may have cost its most", async (_, counts) => {
    const { text, spend } = await replyWith(api, counts);
    expect(text).toBe(SAID);
    expect(spend).toMatchObject({ inputTokens: 0, outputTokens: 0, calls: 1, costMicroUsd: null });
    // 300 tokens of output at 2 USD a million, and the prompt.
    expect(spend.uncounted?.tokens).toBeGreaterThan(300);
    expect(spend.uncounted?.costUsd).toBeGreaterThan(0.0006);
  });

  it("that are known in part keep that part, and the rest is counted by its most", async () => {
    const { spend } = await replyWith(api, { input: 20_000 });
    expect(spend).toMatchObject({ inputTokens: 20_000, costMicroUsd: null });
    expect(spend.outputTokens + (spend.uncounted?.tokens ?? 0)).toBe(300);
    expect(spend.uncounted?.costUsd).toBe(0.0206);
  });

  it("that are whole have a cost, and nothing is uncounted", async () => {
    const { spend } = await replyWith(api, { input: 20_000, output: 30, cached: 0 });
    expect(spend).toMatchObject({ inputTokens: 20_000, outputTokens: 30, costMicroUsd: 20_060 });
    expect(spend.uncounted).toBeUndefined();
  });

  it("of any shape make a bill that is finite and never below what was heard", async () => {
    const heard = countTokens(SAID);
    await fc.assert(
      fc.asyncProperty(
        fc.record({ input: count, output: count, cached: count }, { requiredKeys: [] }),
        async (counts) => {
          const { spend } = await replyWith(api, counts);
          const { usage, costUsd } = billedOf(spend);
          const beyond = uncountedOf({ usage });
          const tokens = usage.inputTokens + usage.outputTokens + (beyond?.tokens ?? 0);
          const micro = (spend.costMicroUsd ?? 0) + (beyond?.costMicroUsd ?? 0);
          for (const figure of [...Object.values(usage).filter((one) => typeof one === "number"), tokens, micro])
            expect(Number.isSafeInteger(figure) && figure >= 0).toBe(true);
          // Either the provider counted it all, or it is counted here.
          expect(costUsd === null).toBe(beyond !== null);
          if (beyond) expect(tokens).toBeGreaterThanOrEqual(heard);
          if (beyond) expect(micro).toBeGreaterThanOrEqual(heard * PRICE.output);
          expect(micro).toBeGreaterThanOrEqual(usage.inputTokens * PRICE.input + usage.outputTokens * PRICE.output);
        },
      ),
      { numRuns: RUNS },
    );
  });
});

/** A count, and what stands in its place. */
const count = fc.oneof(
  fc.nat(200_000),
  fc.constantFrom(null, -1, 0, -0, 0.5, "100", "", true, [], {}, [5], 1e12, 1e308, 2 ** 53, "NaN"),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.jsonValue({ maxDepth: 1 }),
);

describe("a reply of another shape", () => {
  const tools = {
    functions: [{ name: "look_up", description: "Looks up.", schema: { type: "object" } }],
    search: {},
    most: 3,
  };
  const ended = (output: unknown) => stream(responsesEvents([SAID], { output }));

  it("may write a tool's arguments as an object", async () => {
    server.answer(ended([{ type: "function_call", call_id: "c1", name: "look_up", arguments: { word: "toll" } }]));
    const { lookups } = await models.complete(callOf("openai/any", { tools }));
    expect(lookups?.calls).toEqual([{ id: "c1", name: "look_up", input: '{"word":"toll"}' }]);
  });

  it("may leave out what a search did, which counts as one, and say null for its notes", async () => {
    const message = { type: "message", content: [{ type: "output_text", text: SAID, annotations: null }] };
    server.answer(ended([{ type: "web_search_call" }, { type: "web_search_call", action: null }, message, null, 7]));
    const { text, lookups } = await models.complete(callOf("openai/any", { tools }));
    expect(text).toBe(SAID);
    expect(lookups).toMatchObject({ calls: [], sources: [], searches: [{ urls: [] }, { urls: [] }] });
  });

  /** Parts of replies with anything in their places. */
  const anything = fc.jsonValue({ maxDepth: 2 });
  const shapes: Record<Api, fc.Arbitrary<unknown[]>> = {
    chat: fc.array(
      fc.oneof(
        anything.map((value) => value as object),
        fc.record({ model: anything, choices: anything, usage: anything }),
        fc.record({ choices: fc.tuple(fc.record({ delta: anything, finish_reason: anything })) }),
        fc.record({
          choices: fc.tuple(
            fc.record({
              delta: fc.record({
                content: anything,
                tool_calls: fc.array(fc.record({ index: anything, id: anything, function: anything })),
              }),
            }),
          ),
        }),
        fc.constant(chatEvents([SAID]).at(-2) as object),
      ),
    ),
    responses: fc.array(
      fc.oneof(
        fc.record({
          type: fc.constantFrom("response.completed", "response.failed", "response.incomplete"),
          response: anything,
        }),
        fc.record({ type: fc.constantFrom("response.output_text.delta", "response.refusal.delta"), delta: anything }),
        fc.record({
          type: fc.constant("response.completed"),
          response: fc.record({
            usage: anything,
            output: fc.array(
              fc.record({
                type: fc.constantFrom("function_call", "web_search_call", "message", "reasoning"),
                action: anything,
                arguments: anything,
                content: fc.oneof(
                  anything,
                  fc.array(
                    fc.record({
                      type: fc.constantFrom("output_text", "refusal"),
                      text: anything,
                      refusal: anything,
                      annotations: anything,
                    }),
                  ),
                ),
              }),
            ),
          }),
        }),
      ),
    ),
    messages: fc.array(
      fc.oneof(
        fc.record({
          type: fc.constantFrom("message_start", "message_delta"),
          message: anything,
          delta: anything,
          usage: anything,
        }),
        fc.record({ type: fc.constant("content_block_start"), index: anything, content_block: anything }),
        fc.record({
          type: fc.constant("content_block_start"),
          content_block: fc.record({
            type: fc.constantFrom("text", "tool_use", "server_tool_use", "web_search_tool_result"),
            text: anything,
            input: anything,
            name: anything,
            content: anything,
          }),
        }),
        fc.record({ type: fc.constant("content_block_delta"), delta: anything }),
        fc.record({
          type: fc.constant("content_block_delta"),
          delta: fc.record({
            type: fc.constantFrom("text_delta", "citations_delta", "input_json_delta"),
            text: anything,
            citation: anything,
            partial_json: anything,
          }),
        }),
        fc.constant({ type: "content_block_stop" }),
        fc.record({
          type: fc.constant("message_delta"),
          delta: fc.record({ stop_reason: fc.constantFrom("end_turn", "tool_use", "pause_turn") }),
          usage: anything,
        }),
      ),
    ),
  };

  it.each(["chat", "responses", "messages"] as const)(
    "over the %s API is a reply or a fault of the model, and nothing else",
    async (api) => {
      await fc.assert(
        fc.asyncProperty(shapes[api], fc.boolean(), async (events, withTools) => {
          server.answer(stream(events as { type: string }[]));
          const call = models.complete(callOf(APIS[api].id, withTools ? { tools } : {}));
          const reply = await call.catch(() => null);
          if (reply === null) await faultOf(call);
          for (const { id, name, input } of reply?.lookups?.calls ?? [])
            expect([typeof id, typeof name, typeof input]).toEqual(["string", "string", "string"]);
          expect(typeof (reply?.text ?? "")).toBe("string");
        }),
        { numRuns: RUNS },
      );
    },
  );
});
