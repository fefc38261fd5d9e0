/** Each kind of what servers really send, over all three wire formats. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { ModelCall, Oddity } from "../../../../activities/models/base/port.model.ts";
import { readAnswer } from "../../../../domain/prompts/parts/answer.prompt-part.ts";
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
beforeAll(async () => {
  server = await startRawServer();
});
afterAll(() => server.stop());

const SAID = "Tolls cut traffic.";
const tools = { functions: [{ name: "look_up", description: "Looks up.", schema: { type: "object" } }], most: 3 };

async function heard(id: string, answer: Answer | Answer[], over: Partial<ModelCall> = {}) {
  server.answer(...[answer].flat());
  const odd: Oddity[] = [];
  const reply = await modelsOn(server.url).complete(
    callOf(id, { ...over, onOddities: (kinds) => void odd.push(...kinds) }),
  );
  return { ...reply, odd: odd.toSorted() };
}

const refusedBy = async (id: string, answer: Answer, over: Partial<ModelCall> = {}) => {
  server.answer(answer);
  return faultOf(modelsOn(server.url).complete(callOf(id, over)));
};

const whole = (body: unknown) => refuse(200, body);
const events = (list: unknown[]) => stream(list as { type?: string }[]);
const chunk = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
});
const call = (piece: object) => chunk({ tool_calls: [piece] });
const completed = (response: object) => events([{ type: "response.completed", response }]);
const output = (...content: object[]) => ({ output: [{ type: "message", content }] });
const message = (blocks: object[][], stop_reason: unknown = "end_turn") =>
  events([
    { type: "message_start", message: { model: "m", usage: { input_tokens: 10, output_tokens: 1 } } },
    ...blocks.flat(),
    { type: "message_delta", delta: { stop_reason }, usage: { output_tokens: 5 } },
    { type: "message_stop" },
  ]);
const block = (content_block: object, ...deltas: object[]) => [
  { type: "content_block_start", index: 0, content_block },
  ...deltas.map((delta) => ({ type: "content_block_delta", index: 0, delta })),
  { type: "content_block_stop", index: 0 },
];
const said = (text: unknown) => block({ type: "text", text: "" }, { type: "text_delta", text });

const FORMATS = [
  {
    api: "chat",
    id: "openai-compatible/mine",
    plain: chatEvents,
    parts: events([
      chunk({ content: [{ type: "thinking", thinking: [{ type: "text", text: "Hm." }] }] }),
      chunk({ content: [{ type: "text", text: SAID }] }),
      chunk({}, "stop"),
    ]),
    nothings: events([
      chunk({ content: null }),
      chunk({}),
      null,
      chunk({ content: SAID }),
      chunk({ content: 7 }, "stop"),
    ]),
    uncounted: events(chatEvents([SAID], { usage: null })),
    unended: events([chunk({ content: SAID }), chunk({}, "")]),
    wholeUnended: whole({ choices: [{ message: { content: SAID }, finish_reason: null }] }),
    unofferedCall: events([
      call({ index: 0, id: "c", function: { name: "look_up", arguments: "{}" } }),
      chunk({}, "tool_calls"),
    ]),
    spokenCall: events([
      chunk({ content: SAID }),
      call({ index: 0, id: "c", function: { name: "look_up", arguments: "{}" } }),
      chunk({}, "stop"),
    ]),
    cut: events(chatEvents([SAID], { finish: "length" })),
    error: (error: object) => [whole({ choices: [{ error }] }), events([{ choices: [{ index: 0, error }] }])],
  },
  {
    api: "responses",
    id: "openai/gpt-5.5",
    plain: responsesEvents,
    parts: completed(output({ type: "reasoning", text: "Hm." }, { type: "output_text", text: SAID })),
    nothings: events([
      { type: "response.output_text.delta", delta: null },
      { type: "response.output_text.delta" },
      null,
      { type: "response.output_text.delta", delta: SAID },
      { type: "response.output_text.delta", delta: 7 },
      { type: "response.completed", response: null },
    ]),
    uncounted: events(responsesEvents([SAID], { usage: null })),
    unended: completed({ ...output({ type: "output_text", text: SAID }), status: null }),
    wholeUnended: whole(output({ type: "output_text", text: SAID })),
    unofferedCall: completed({ output: [{ type: "function_call", call_id: "c", name: "look_up", arguments: "{}" }] }),
    spokenCall: completed({
      output: [
        { type: "message", content: [{ type: "output_text", text: SAID }] },
        { type: "function_call", call_id: "c", name: "look_up", arguments: "{}" },
      ],
    }),
    cut: events(responsesEvents([SAID], { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } })),
    error: (error: object) => [
      events([{ type: "response.failed", response: { error } }]),
      events([{ type: "error", error }]),
    ],
  },
  {
    api: "messages",
    id: "anthropic/claude-sonnet-5",
    plain: anthropicEvents,
    parts: message([
      block({ type: "thinking", thinking: "" }, { type: "thinking_delta", thinking: "Hm." }),
      said([{ type: "text", text: SAID }]),
    ]),
    nothings: message([
      said(null),
      said(undefined),
      [{ type: "content_block_delta", delta: null }],
      said(SAID),
      said(7),
    ]),
    uncounted: events([
      { type: "message_start", message: { model: "m" } },
      ...said(SAID),
      { type: "message_delta", delta: { stop_reason: "end_turn" } },
      { type: "message_stop" },
    ]),
    unended: message([said(SAID)], null),
    wholeUnended: whole({ type: "message", content: [{ type: "text", text: SAID }], stop_reason: null }),
    unofferedCall: message([
      block(
        { type: "tool_use", id: "c", name: "look_up", input: {} },
        { type: "input_json_delta", partial_json: "{}" },
      ),
    ]),
    spokenCall: message([
      said(SAID),
      block(
        { type: "tool_use", id: "c", name: "look_up", input: {} },
        { type: "input_json_delta", partial_json: "{}" },
      ),
    ]),
    cut: events(anthropicEvents([SAID], { stop: "max_tokens" })),
    error: (error: object) => [whole({ type: "error", error }), events([{ type: "error", error }])],
  },
] as const;

describe.each(FORMATS)("Over the $api API", (format) => {
  const { id } = format;

  it("content in parts is text, and thoughts among them are not", async () => {
    expect((await heard(id, format.parts)).text).toBe(SAID);
  });

  it("null, nothing and a number say nothing, and what is not understood is counted", async () => {
    const { text, odd } = await heard(id, format.nothings);
    expect(text).toBe(SAID);
    expect(odd).toContain("content");
  });

  it("a reply without usage is a reply whose cost is unknown", async () => {
    const { text, spend } = await heard(id, format.uncounted);
    expect(text).toBe(SAID);
    expect(spend).toMatchObject({ calls: 1, costMicroUsd: null });
  });

  it("a reply that does not say why it ended is whole when its stream ended by its own mark, or came whole", async () => {
    expect((await heard(id, format.unended)).text).toBe(SAID);
    expect((await heard(id, format.wholeUnended)).text).toBe(SAID);
  });

  it("a call of a tool that nobody offered is left out and counted, and alone it is no turn", async () => {
    const { text, odd, lookups } = await heard(id, format.spokenCall);
    expect({ text, odd, lookups }).toEqual({ text: SAID, odd: ["tool-call"], lookups: undefined });
    const fault = await refusedBy(id, format.unofferedCall);
    expect(fault).toMatchObject({ kind: "invalid_response", message: expect.stringContaining("empty reply") });
    expect((await heard(id, format.spokenCall, { tools })).lookups?.calls).toEqual([
      { id: "c", name: "look_up", input: "{}" },
    ]);
  });

  it("a text that was cut at the limit is a reply where the caller keeps it, and a fault elsewhere", async () => {
    expect(await heard(id, format.cut, { keepsCut: true })).toMatchObject({ text: SAID, isCut: true });
    expect(await refusedBy(id, format.cut)).toMatchObject({ kind: "invalid_response", partial: SAID });
  });

  it("JSON after thoughts, among words, in a fence, with a comma too many is read", async () => {
    const text = `<think>p2?</think>\nHere it is:\n~~~JSON\n{"winner": "p1",}\n~~~\nI hope it helps.`;
    const reply = await heard(id, events(format.plain(Array.from(text))), { output: SCHEMA });
    expect(readAnswer(reply.text, { schema: z.strictObject({ winner: z.string() }) })).toEqual({
      ok: true,
      value: { winner: "p1" },
    });
  });

  it("an error within a 200 is told in the server's own words, whatever holds it", async () => {
    const words = "The model is still loading";
    const answers = [
      ...format.error({ message: words }),
      whole({ error: words }),
      whole({ error: { message: words } }),
      whole({ message: words }),
      whole({ detail: words }),
      whole({ detail: [{ loc: ["body"], msg: words }] }),
    ];
    for (const answer of answers) expect((await refusedBy(id, answer)).message).toContain(words);
  });

  it("a reply that has ended stays one, whatever comes after it", async () => {
    const after: Answer = async (res, request) => {
      res.writeHead(200, { "content-type": "text/event-stream" });
      const list = format.plain([SAID]) as { type?: string }[];
      const lines = list.map(
        (event) => `${event.type ? `event: ${event.type}\n` : ""}data: ${JSON.stringify(event)}\n\n`,
      );
      await new Promise((sent) => res.write(`${lines.join("")}event: x\ndata: {"broken\n\n`, sent));
      expect(request.body["stream"]).toBe(true);
      res.destroy();
    };
    expect((await heard(id, after)).text).toBe(SAID);
  });

  it("a refusal comes well-formed", async () => {
    const fault = await refusedBy(id, refuse(400, { error: { message: "No\u0000 \ud83d way" } }));
    expect(fault.message).toContain("No \ufffd way");
  });
});

describe("A server that refuses a field", () => {
  const REFUSALS: [string, Answer][] = [
    ["with 400 and its name", refuse(400, { error: { message: "Bad request", param: "temperature" } })],
    ["with 400, in other words", refuse(400, { error: { message: "`temperature` cannot be set here" } })],
    ["as an unknown field", refuse(400, { error: "unknown field: temperature" })],
    ["with 500, as llama.cpp and LM Studio do", refuse(500, { error: { message: "Unsupported param: temperature" } })],
    ["in a sentence", refuse(500, "temperature is not implemented")],
    [
      "in a list",
      refuse(422, {
        detail: [
          { loc: ["body", "messages"], msg: "Field is odd" },
          { loc: ["body", "temperature"], msg: "Extra inputs are not permitted" },
        ],
      }),
    ],
    ["within a 200", refuse(200, { error: { code: 400, message: "temperature is unsupported" } })],
    ["in a stream", events([{ error: { code: 400, message: "temperature is unsupported" } }])],
  ];
  const temperatures = () => server.requests.map(({ body }) => body["temperature"]);

  it.each(REFUSALS)("%s is asked once more without it", async (_, refusal) => {
    for (const { id, plain } of FORMATS.slice(0, 2)) {
      expect((await heard(id, [refusal, events(plain([SAID]))], { temperature: 0.7 })).text).toBe(SAID);
      expect(temperatures()).toEqual([0.7, undefined]);
    }
  });

  it.each(FORMATS)("for JSON is asked with the schema in words: $api", async ({ id, plain }) => {
    const refusal = refuse(500, { error: { message: "Failed to parse grammar: json_schema is not supported" } });
    const named = refuse(400, { error: { message: "output_config: Extra inputs are not permitted" } });
    for (const no of [refusal, named]) {
      await heard(id, [no, events(plain(['{"winner":"p1"}']))], { output: SCHEMA });
      const [first, second] = server.requests.map(({ body }) => JSON.stringify(body));
      expect(first).toContain('"json_schema"');
      expect(second).not.toContain('"json_schema"');
    }
  });

  it("is asked with the other name of the output limit, from either", async () => {
    const names = () =>
      server.requests.map(({ body }) => ["max_tokens", "max_completion_tokens"].filter((n) => n in body));
    const done = events(chatEvents([SAID]));
    await heard("openai-compatible/mine", [refuse(500, { error: "max_tokens: unknown field" }), done]);
    expect(names()).toEqual([["max_tokens"], ["max_completion_tokens"]]);
    // OpenAI's own name, at a server that only has Chat Completions.
    await heard("openai/old", [
      refuse(404, "404 page not found"),
      refuse(400, { error: { message: "Unrecognized request argument supplied: max_completion_tokens" } }),
      done,
    ]);
    expect(names()).toEqual([[], ["max_completion_tokens"], ["max_tokens"]]);
  });

  it("by a bound of its own is told, and not asked in another way", async () => {
    const bound = refuse(400, { error: { message: "max_tokens must be at most 128", param: "max_tokens" } });
    expect(await refusedBy("openai-compatible/mine", bound)).toMatchObject({
      kind: "validation",
      message: expect.stringContaining("at most 128"),
    });
    expect(server.requests).toHaveLength(1);
  });

  it("has its thoughts left out when it is asked again", async () => {
    const answers = [REFUSALS[0]![1], events(chatEvents([`<think>Hm.</think> ${SAID}`]))];
    expect((await heard("openai-compatible/mine", answers, { temperature: 0.7 })).text).toBe(SAID);
  });
});

describe("Calls of tools over Chat Completions", () => {
  const piece = (index: number | null, id: string | null, name: string | null, args: string) =>
    call({ ...(index !== null && { index }), ...(id && { id }), function: { ...(name && { name }), arguments: args } });
  const TWO = [
    { id: "a", name: "look_up", input: '{"word":"toll"}' },
    { id: "b", name: "look_up", input: '{"word":"bus"}' },
  ];

  it.each([
    ["from 1", 1, 2],
    ["alike", 0, 0],
    ["not at all", null, null],
    ["with gaps", 3, 7],
  ])("are kept apart when they are numbered %s, also when names are repeated", async (_, first, second) => {
    const pieces = [
      piece(first, "a", "look_up", '{"word":'),
      piece(first, null, "look_up", '"toll"}'),
      piece(second, "b", "look_up", '{"word":'),
      piece(second, "b", null, '"bus"}'),
    ];
    const { lookups } = await heard("openai-compatible/mine", events([...pieces, chunk({}, "tool_calls")]), { tools });
    expect(lookups?.calls).toEqual(TWO);
  });

  it("without ids are kept apart when each comes whole", async () => {
    const pieces = TWO.map(({ name, input }) => piece(0, null, name, input));
    const { lookups } = await heard("openai-compatible/mine", events([...pieces, chunk({}, "stop")]), { tools });
    expect(lookups?.calls.map(({ input }) => input)).toEqual(TWO.map(({ input }) => input));
    expect(new Set(lookups?.calls.map(({ id }) => id)).size).toBe(2);
  });
});
