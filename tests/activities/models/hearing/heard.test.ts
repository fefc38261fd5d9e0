/** What models really send, over all three wire formats: the text that comes out, and the request that follows a refusal. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ModelCall, Models } from "../../../../activities/models/base/port.model.ts";
import { callOf, faultOf, modelsOn, SCHEMA } from "../calls.ts";
import {
  type Answer,
  anthropicEvents,
  chatEvents,
  type RawServer,
  refuse,
  responsesEvents,
  startRawServer,
  stream,
} from "../raw-server.ts";

let server: RawServer;
let models: Models;
beforeAll(async () => {
  server = await startRawServer();
});
afterAll(() => server.stop());

/** What was learnt in a test stays in it. */
function fresh(): void {
  models = modelsOn(server.url);
}

async function heard(id: string, answer: Answer, over: Partial<ModelCall> = {}) {
  fresh();
  server.answer(answer);
  const deltas: string[] = [];
  const reply = await models.complete(callOf(id, { ...over, onDelta: (text) => void deltas.push(text) }));
  return { text: reply.text, streamed: deltas.join(""), spend: reply.spend };
}

const FORMATS = {
  "openai-compatible/mine": chatEvents,
  "openai/gpt-5.5": responsesEvents,
  "anthropic/claude-sonnet-5": anthropicEvents,
} as const;
const SAID = "Tolls cut traffic.";
const inPieces = (text: string) => text.match(/[^]{1,3}/g) ?? [];

describe.each(Object.entries(FORMATS))("A reply of %s", (id, events) => {
  it.each([
    ["thoughts before it", `<think>\nI doubt it.\n</think>\n\n${SAID}`],
    [
      "harmony's channels",
      `<|channel|>analysis<|message|>I doubt it.<|end|><|start|>assistant<|channel|>final<|message|>${SAID}`,
    ],
    ["controls in it", `Tolls\u0000 cut\u001b traffic.`],
  ])("is heard without %s, also while it streams", async (_, text) => {
    expect(await heard(id, stream(events(inPieces(text))))).toMatchObject({ text: SAID, streamed: SAID });
  });

  it("is heard without the thoughts before a closing mark alone: what was told of them is taken back, once", async () => {
    fresh();
    server.answer(stream(events(inPieces(`I doubt it.\n</think>\n\n${SAID}`))));
    const told: string[] = [];
    const oddities: string[] = [];
    const call = callOf(id, {
      onDelta: (text) => void told.push(text),
      onUnsaid: () => void told.push("|"),
      onOddities: (kinds) => void oddities.push(...kinds.toSorted()),
    });
    expect((await models.complete(call)).text).toBe(SAID);
    expect(told.join("")).toBe(`I doubt it.|${SAID}`);
    expect(oddities).toEqual(["thoughts-closed-alone"]);
    // From then on nothing is told of this model before its thoughts are closed.
    told.length = 0;
    expect((await models.complete(call)).text).toBe(SAID);
    expect(told.join("")).toBe(SAID);
    // Without thoughts it is told at its end, once.
    told.length = 0;
    server.answer(stream(events(inPieces(SAID))));
    expect((await models.complete(call)).text).toBe(SAID);
    expect(told.join("")).toBe(SAID);
  });

  it("of thoughts alone is none", async () => {
    fresh();
    server.answer(stream(events(["<think>\nI doubt it.\n</think>\n"])));
    const fault = await faultOf(models.complete(callOf(id)));
    expect(fault).toMatchObject({ kind: "invalid_response", message: expect.stringContaining("empty reply") });
  });

  it("has a character that comes in halves, and U+FFFD for half of one", async () => {
    expect((await heard(id, stream(events(["a\ud83d", "\ude80 b\ud83d"])))).text).toBe("a🚀 b\ufffd");
  });
});

const usage = { input: 100, output: 20 };

describe("A reply that comes whole although a stream was asked for", () => {
  const whole =
    (body: object): Answer =>
    (res) => {
      res.writeHead(200, { "content-type": "application/json" });
      res.end(JSON.stringify(body));
    };

  it.each<[keyof typeof FORMATS, object]>([
    [
      "openai-compatible/mine",
      {
        object: "chat.completion",
        model: "mine",
        choices: [{ index: 0, message: { role: "assistant", content: SAID }, finish_reason: "stop" }],
        usage: { prompt_tokens: usage.input, completion_tokens: usage.output },
      },
    ],
    [
      "openai/gpt-5.5",
      {
        object: "response",
        status: "completed",
        output: [{ type: "message", content: [{ type: "output_text", text: SAID }] }],
        usage: { input_tokens: usage.input, output_tokens: usage.output },
      },
    ],
    [
      "anthropic/claude-sonnet-5",
      {
        type: "message",
        content: [{ type: "text", text: SAID }],
        stop_reason: "end_turn",
        usage: { input_tokens: usage.input, output_tokens: usage.output },
      },
    ],
  ])("is heard and counted: %s", async (id, body) => {
    const { text, spend } = await heard(id, whole(body));
    expect([text, spend.inputTokens, spend.outputTokens]).toEqual([SAID, usage.input, usage.output]);
  });

  it("and is no reply stays a fault", async () => {
    fresh();
    server.answer(whole({ ok: true }));
    expect(await faultOf(models.complete(callOf("openai-compatible/mine")))).toMatchObject({ kind: "api_error" });
  });
});

it("Content in parts is heard without its thoughts.", async () => {
  const delta = (content: unknown, finish_reason: string | null = null) => ({
    object: "chat.completion.chunk",
    model: "mine",
    choices: [{ index: 0, delta: { content }, finish_reason }],
  });
  const thinking = [{ type: "thinking", thinking: [{ type: "text", text: "I doubt it." }] }];
  const parts = [
    delta(thinking),
    delta([{ type: "text", text: "Tolls " }]),
    delta("cut traffic."),
    delta(null, "stop"),
  ];
  const { text, streamed } = await heard("openai-compatible/mine", stream(parts as { type?: string }[]));
  expect([text, streamed]).toEqual([SAID, SAID]);
});

describe("A model that refuses what it is sent", () => {
  const ID = "openai-compatible/mine";
  const refusal = (message: string, param: string | null = null) =>
    refuse(400, { error: { message, param, type: "invalid_request_error", code: "invalid_request_error" } });
  const bodies = () => server.requests.map(({ body }) => body);

  async function asked(answers: Answer[], over: Partial<ModelCall> = {}) {
    fresh();
    server.answer(...answers, stream(chatEvents([SAID])));
    expect((await models.complete(callOf(ID, over))).text).toBe(SAID);
    const first = bodies();
    server.answer(stream(chatEvents([SAID])));
    await models.complete(callOf(ID, over));
    // The next call knows it.
    expect(bodies()).toEqual(first.slice(-1));
    return first;
  }

  it("is sent the other name of the output limit", async () => {
    const message =
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
    const [, second] = await asked([refusal(message, "max_tokens")]);
    expect(second).toMatchObject({ max_completion_tokens: 300 });
    expect(second).not.toHaveProperty("max_tokens");
  });

  it.each(["System role not supported", "Developer instruction is not enabled for models/gemma-3-27b-it"])(
    "is sent its instructions before the first message: %s",
    async (message) => {
      const [, second] = await asked([refusal(message)]);
      const content = "You debate.\n\nThe transcript so far.\n\nGive your opening.";
      expect(second?.["messages"]).toEqual([{ role: "user", content }]);
    },
  );

  it.each([
    "This response_format type is unavailable now",
    "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
    "response_format value as json_schema is enabled only for api versions 2024-08-01-preview and later",
  ])("is asked for JSON in its own mode, then by words alone: %s", async (message) => {
    const [, second] = await asked([refusal(message)], { output: SCHEMA });
    expect(second?.["response_format"]).toEqual({ type: "json_object" });
    const [, , third] = await asked([refusal(message), refusal("'response_format' is not supported")], {
      output: SCHEMA,
    });
    expect(third).not.toHaveProperty("response_format");
  });
});
