/** OpenAI's own client, unmodified, asks debates as models of chat completions. */
import OpenAI, { type APIError } from "openai";
import type { ChatCompletionChunk } from "openai/resources/chat/completions";
import { describe, expect, test } from "vitest";
import { agents, dialecticRequest } from "../support/agents.ts";
import { councilRequest, members } from "../support/debates/council.ts";
import { OUTPUT, RULING, shaping } from "../support/debates/output.ts";
import { answering, questionRequest } from "../support/debates/question.ts";
import { cast, skepticRequest } from "../support/debates/skeptic.ts";
import { knowing } from "../support/known-cases.ts";
import { useWorld } from "../support/use-world.ts";
import { debaters, type Manner, requestOf } from "../support/world.ts";

const { topic: _ofEach, ...PAIR } = requestOf({ maxRounds: 2, conclusion: true, judging: "final-only" }) as {
  topic: string;
};

const world = await useWorld();

await world.post("/v1/presets", { name: "pair", request: PAIR });

const client = new OpenAI({ baseURL: `${world.url}/openai/v1`, apiKey: "none", maxRetries: 0 });
const TOPIC = "Should cities ban cars?";
const ask = (content: string): OpenAI.ChatCompletionMessageParam[] => [{ role: "user", content }];

function script(manner: Manner = {}) {
  world.models.use(debaters(["p1", "p2"], manner));
}

async function refusal(asking: PromiseLike<unknown>): Promise<Pick<APIError, "status" | "code" | "param" | "message">> {
  const error = await asking.then(
    () => expect.unreachable("it was answered"),
    (thrown: APIError) => thrown,
  );
  expect(error).toBeInstanceOf(OpenAI.APIError);
  const { status, code, param, message } = error;
  return { status, code, param, message };
}

async function collect<T>(events: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const event of events) all.push(event);
  return all;
}

describe("The models", () => {
  test("are the presets.", async () => {
    const models = await collect(await client.models.list());
    expect(models.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["parley/council", "parley/decision", "parley/quick", "parley/red-team"]),
    );
    expect(await client.models.retrieve("parley/quick")).toMatchObject({ id: "parley/quick", object: "model" });
    expect(await refusal(client.models.retrieve("gpt-5.5"))).toMatchObject({ status: 404, code: "model_not_found" });
  });
});

describe("A completion", () => {
  test("is the conclusion of a debate, with the tokens of all its calls, and names the debate.", async () => {
    script();
    const { data, response } = await client.chat.completions
      .create({ model: "parley/pair", messages: ask(TOPIC), metadata: { team: "a" } })
      .withResponse();
    const id = response.headers.get("x-parley-debate") ?? "";
    expect(response.headers.get("x-parley-watch")).toBe(`${world.url}/debates/${id}`);
    const debate = await world.debate(id);
    expect(debate).toMatchObject({ topic: TOPIC, status: "completed", preset: "pair@1", metadata: { team: "a" } });
    const { conclusion } = debate.result ?? {};
    const [choice] = data.choices;
    expect(choice?.finish_reason).toBe("stop");
    expect(choice?.message.content).toContain(conclusion?.answer.text);
    expect(choice?.message.content).toContain(conclusion?.nextSteps[0]?.action);
    expect(data).toMatchObject({
      id: `chatcmpl-${id.slice(4)}`,
      object: "chat.completion",
      model: "parley/pair",
      usage: {
        prompt_tokens: debate.usage.inputTokens,
        completion_tokens: debate.usage.outputTokens,
        total_tokens: debate.usage.inputTokens + debate.usage.outputTokens,
      },
      metadata: { team: "a", parley_debate: id },
    });
    expect(await client.chat.completions.retrieve(data.id)).toEqual(data);
    expect(await client.chat.completions.delete(data.id)).toMatchObject({ id: data.id, deleted: true });
    expect(await refusal(client.chat.completions.retrieve(data.id))).toMatchObject({ status: 404, code: "not_found" });
  });

  test("says how often answers at its level were right, where outcomes are known.", async () => {
    script();
    const send = async () =>
      (await client.chat.completions.create({ model: "parley/pair", messages: ask(TOPIC) })).choices[0]?.message
        .content;
    const line = "The one answer at this level with a known outcome was right (21–100 %).";
    const at = { margin: null, probability: null, isRight: true, demo: false };
    const known = (["weak", "moderate", "contested"] as const).map((level) => ({
      ...at,
      debate: `known-${level}`,
      from: "owner" as const,
      level,
      question: level,
    }));
    expect(await knowing(world, [], send)).not.toContain(line);
    expect(await knowing(world, known, send)).toContain(line);
  });

  test.each([
    ["low", 0.5],
    ["high", 2],
  ] as const)("has another length with the verbosity %s.", async (verbosity, factor) => {
    script();
    const usual = await client.chat.completions.create({ model: "parley/pair", messages: ask(TOPIC) });
    const other = await client.chat.completions.create({ model: "parley/pair", messages: ask(TOPIC), verbosity });
    const lengthOf = ({ choices }: OpenAI.ChatCompletion) => choices[0]?.message.content?.length ?? 0;
    const share = lengthOf(other) / lengthOf(usual);
    expect(factor < 1 ? share < factor : share > factor).toBe(true);
  });

  test("streams what is said as reasoning, then the answer, then the usage.", async () => {
    script({ turn: (_, n) => ({ text: `Speech ${n}.`, usage: { input: 100, output: 20 } }) });
    const chunks = await collect(
      await client.chat.completions.create({
        model: "parley/pair",
        messages: ask(TOPIC),
        stream: true,
        stream_options: { include_usage: true },
      }),
    );
    const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta as Delta));
    const reasoning = deltas.map(({ reasoning_content: text = "" }) => text).join("");
    for (const n of [1, 2, 3, 4]) expect(reasoning).toContain(`Speech ${n}.`);
    expect(reasoning).toContain("**Ada** · round 1");
    const content = deltas.map(({ content: text }) => text ?? "").join("");
    const whole = await client.chat.completions.retrieve(chunks[0]?.id ?? "");
    expect(content).toBe(whole.choices[0]?.message.content);
    expect(deltas.findLastIndex((d) => d.reasoning_content)).toBeLessThan(deltas.findIndex((d) => d.content));
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe("stop");
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: whole.usage });
  });

  test("takes the last message as the topic, and what came before as background.", async () => {
    script();
    const { response } = await client.chat.completions
      .create({
        model: "parley/pair@1",
        messages: [
          { role: "system", content: "Answer for a small town." },
          { role: "user", content: [{ type: "text", text: "What about buses?" }] },
          { role: "assistant", content: "Buses help." },
          { role: "user", content: "And trams?" },
        ],
      })
      .withResponse();
    const debate = await world.debate(response.headers.get("x-parley-debate") ?? "");
    expect(debate.topic).toBe("And trams?");
    for (const text of ["Answer for a small town.", "What about buses?", "Buses help."])
      expect(debate.context).toContain(text);
  });

  test("takes a conversation that had tools, pictures and refusals before.", async () => {
    script();
    const messages: OpenAI.ChatCompletionMessageParam[] = [
      { role: "user", content: "The weather?" },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "c1", type: "function", function: { name: "weather", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "c1", content: "Sunny all day" },
      {
        role: "user",
        content: [
          { type: "text", text: "And here?" },
          { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } },
        ],
      },
      { role: "assistant", content: [{ type: "refusal", refusal: "I would rather not say." }] },
      { role: "user", content: "Shall we picnic?" },
    ];
    const { response } = await client.chat.completions.create({ model: "parley/pair", messages }).withResponse();
    const debate = await world.debate(response.headers.get("x-parley-debate") ?? "");
    expect(debate.topic).toBe("Shall we picnic?");
    expect(debate.context).toContain("A tool answered before:\nSunny all day");
    expect(debate.context).toContain("And here?\n(There was a picture, which is not shown here.)");
    expect(debate.context).toContain("Answered before:\nI would rather not say.");
  });

  test("is found under an address with a slash too many.", async () => {
    for (const path of ["//openai/v1/models", "/openai/v1//models", "/openai/v1/models/"])
      expect((await world.request(path)).body).toMatchObject({ object: "list" });
  });

  test("takes fields of Parley's own, over those of the preset.", async () => {
    script();
    const body = { model: "parley/pair", messages: ask(TOPIC), parley: { maxRounds: 1, tags: ["mine"] } };
    const { response } = await client.chat.completions.create(body).withResponse();
    const debate = await world.debate(response.headers.get("x-parley-debate") ?? "");
    expect(debate).toMatchObject({ maxRounds: 1, tags: ["mine"] });
  });

  test("in a schema of the client's is the result in that form.", async () => {
    world.models.use(shaping(debaters(["p1", "p2"])));
    const { choices } = await client.chat.completions.create({
      model: "parley/pair",
      messages: ask(TOPIC),
      response_format: { type: "json_schema", json_schema: { ...OUTPUT, strict: true } },
    });
    expect(JSON.parse(choices[0]?.message.content ?? "")).toEqual(RULING);
  });

  test.each([
    ["a question", questionRequest({ maxRounds: 1 }), answering(() => "B"), /> no/],
    ["a council", councilRequest({}), members(), /./],
    ["a proposer and a skeptic", skepticRequest({}), cast(), /./],
    ["a dialectic", dialecticRequest({}), agents(), /./],
  ])("is given by every protocol: %s.", async (name, request, play, expected) => {
    const { topic, ...saved } = request as { topic: string };
    const preset = name.replaceAll(" ", "-");
    await world.post("/v1/presets", { name: preset, request: saved });
    world.models.use(play);
    const { choices } = await client.chat.completions.create({ model: `parley/${preset}`, messages: ask(topic) });
    expect(choices[0]?.message.content).toMatch(expected);
  });

  test("in JSON is the result for programs.", async () => {
    script();
    const { choices } = await client.chat.completions.create({
      model: "parley/pair",
      messages: ask(TOPIC),
      response_format: { type: "json_object" },
    });
    expect(JSON.parse(choices[0]?.message.content ?? "")).toMatchObject({
      type: "verdict",
      answer: expect.any(String),
      contested: false,
      conclusion: { answer: { text: expect.any(String) } },
    });
  });
});

type Delta = ChatCompletionChunk.Choice.Delta & { reasoning_content?: string };

describe("A debate", () => {
  test("goes on when its client leaves; a repeat by the client itself gets the same one.", async () => {
    const released = Promise.withResolvers<void>();
    const answer = debaters(["p1", "p2"]);
    world.models.use(async (request) => {
      await released.promise;
      return answer(request);
    });
    const [leaves, again] = [new AbortController(), Promise.withResolvers<void>()];
    let tries = 0;
    const fetchOnce: typeof fetch = (url, init) => {
      if (++tries > 1) again.resolve();
      return fetch(url, tries > 1 ? init : { ...init, signal: leaves.signal });
    };
    const impatient = new OpenAI({ baseURL: client.baseURL, apiKey: "none", maxRetries: 2, fetch: fetchOnce });
    const asking = impatient.chat.completions.create({ model: "parley/pair", messages: ask("Who repeats?") });
    await world.models.arrived(1);
    leaves.abort();
    await again.promise;
    released.resolve();
    const completion = await asking;
    const { body } = await world.request("/v1/debates?limit=50");
    const asked = (body as { items: { id: string; topic: string }[] }).items.filter((d) => d.topic === "Who repeats?");
    expect(asked.map(({ id }) => `chatcmpl-${id.slice(4)}`)).toEqual([completion.id]);
  });

  test("is the same for all requests with one Idempotency-Key, and another request with it is refused.", async () => {
    script();
    const headers = { "Idempotency-Key": "one-question" };
    const send = (content: string) =>
      client.chat.completions.create({ model: "parley/pair", messages: ask(content) }, { headers });
    const [one, two] = await Promise.all([send("Same?"), send("Same?")]);
    expect(two).toEqual(one);
    expect(await refusal(send("Another?"))).toMatchObject({ status: 400, code: "idempotency_key_reused" });
  });

  test("that fails is an error, which the client does not repeat.", async () => {
    world.models.use(() => ({ error: { status: 401 } }));
    const before = world.models.journal.length;
    const failed = await refusal(
      new OpenAI({ baseURL: client.baseURL, apiKey: "none", maxRetries: 2 }).chat.completions.create({
        model: "parley/pair",
        messages: ask("Who fails?"),
        parley: { policies: { onParticipantFailure: "end" } },
      } as OpenAI.ChatCompletionCreateParamsNonStreaming),
    );
    expect(world.models.journal.length).toBeGreaterThan(before);
    expect(failed.status).toBeOneOf([409, 502]);
  });
});

describe("A request is refused", () => {
  test.each([
    ["an unknown model", { model: "gpt-5.5" }, { status: 404, code: "model_not_found", param: "model" }],
    [
      "tools",
      { tools: [{ type: "function", function: { name: "f" } }] },
      { status: 400, code: "invalid_request", param: "tools" },
    ],
    ["several answers", { n: 2 }, { status: 400, param: "n" }],
    [
      "an image",
      { messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: "https://x/y.png" } }] }] },
      { status: 400, param: "messages" },
    ],
    ["no message of the user", { messages: [{ role: "system", content: "Hm." }] }, { status: 400, param: "messages" }],
    ["a message that is too long", { messages: ask("x".repeat(20_001)) }, { status: 400, param: "messages" }],
    ["a field of Parley's that is wrong", { parley: { maxRounds: 0 } }, { status: 400, param: "maxRounds" }],
  ])("with %s.", async (_, changes, expected) => {
    const body = { model: "parley/pair", messages: ask(TOPIC), ...changes };
    const refused = await refusal(
      client.chat.completions.create(body as OpenAI.ChatCompletionCreateParamsNonStreaming),
    );
    expect(refused).toMatchObject(expected);
  });

  test("but what a debate has no use for is ignored.", async () => {
    script();
    const completion = await client.chat.completions.create({
      model: "parley/pair",
      messages: ask(TOPIC),
      temperature: 0.3,
      max_completion_tokens: 100,
      seed: 7,
      user: "u",
      tools: [],
    });
    expect(completion.choices[0]?.message.content).toEqual(expect.any(String));
  });
});
