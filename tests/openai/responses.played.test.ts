/** OpenAI's own client, unmodified, asks debates as models of responses. */
import OpenAI, { type APIError } from "openai";
import type { Response, ResponseStreamEvent } from "openai/resources/responses/responses";
import { describe, expect, test } from "vitest";
import { makeKey } from "../api/access/keys.ts";
import { openWorld, useWorld } from "../support/use-world.ts";
import { lookAgain } from "../support/waits.ts";
import { debaters, type Manner, requestOf } from "../support/world.ts";

const { topic: _ofEach, ...PAIR } = requestOf({ maxRounds: 2, conclusion: true, judging: "final-only" }) as {
  topic: string;
};

const world = await useWorld();
await world.post("/v1/presets", { name: "pair", request: PAIR });

const client = new OpenAI({ baseURL: `${world.url}/openai/v1`, apiKey: "none", maxRetries: 0 });
const TOPIC = "Should cities ban cars?";
const ASKED = { model: "parley/pair", input: TOPIC } as const;

function script(manner: Manner = {}) {
  world.models.use(debaters(["p1", "p2"], manner));
}

/** Models that answer once they are released. */
function scriptLater() {
  const released = Promise.withResolvers<void>();
  const answer = debaters(["p1", "p2"]);
  world.models.use(async (request) => {
    await released.promise;
    return answer(request);
  });
  return () => released.resolve();
}

const debateOf = ({ id }: Pick<Response, "id">) => `deb-${id.slice("resp_".length)}`;

async function collect<T>(events: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const event of events) all.push(event);
  return all;
}

async function until(id: string, holds: (response: Response) => boolean): Promise<Response> {
  for (;;) {
    const response = await client.responses.retrieve(id);
    if (holds(response)) return response;
    await lookAgain();
  }
}

async function statusOf(asking: PromiseLike<unknown>): Promise<[status: number | undefined, param: unknown]> {
  return asking.then(
    () => expect.unreachable("it was answered"),
    ({ status, param }: APIError) => [status, param],
  );
}

describe("A response", () => {
  test("is the conclusion of a debate, with its rounds as a summary of reasoning.", async () => {
    script();
    const response = await client.responses.create({ ...ASKED, metadata: { team: "a" } });
    const debate = await world.debate(debateOf(response));
    expect(debate).toMatchObject({ topic: TOPIC, preset: "pair@1", metadata: { team: "a" } });
    expect(response.output_text).toContain(debate.result?.conclusion?.answer.text);
    expect(response).toMatchObject({
      status: "completed",
      background: false,
      error: null,
      model: "parley/pair",
      previous_response_id: null,
      metadata: { team: "a", parley_debate: debate.id, parley_watch: `${world.url}/debates/${debate.id}` },
      usage: { input_tokens: debate.usage.inputTokens, output_tokens: debate.usage.outputTokens },
    });
    const [reasoning, message] = response.output;
    expect([reasoning?.type, message?.type]).toEqual(["reasoning", "message"]);
    const summary = reasoning?.type === "reasoning" ? reasoning.summary.map(({ text }) => text) : [];
    expect(summary.slice(0, 4).map((text) => text.split("\n")[0])).toEqual([
      "**Ada** · round 1, response",
      "**Ben** · round 1, response",
      "**Ada** · round 2, response",
      "**Ben** · round 2, response",
    ]);
    expect(await client.responses.retrieve(response.id)).toEqual(response);
  });

  test("streams events that the client's own helper makes the same response of.", async () => {
    script();
    const stream = client.responses.stream(ASKED);
    const events = await collect<ResponseStreamEvent>(stream);
    expect(events.map(({ sequence_number: n }) => n)).toEqual(events.map((_, i) => i));
    const final = await stream.finalResponse();
    const stored = await client.responses.retrieve(final.id);
    expect(final.output_text).toBe(stored.output_text);
    expect(final).toMatchObject({ id: stored.id, status: "completed", usage: stored.usage });
    const types = new Set(events.map(({ type }) => type));
    expect([...types]).toEqual([
      "response.created",
      "response.in_progress",
      "response.output_item.added",
      "response.reasoning_summary_part.added",
      "response.reasoning_summary_text.delta",
      "response.reasoning_summary_text.done",
      "response.reasoning_summary_part.done",
      "response.output_item.done",
      "response.content_part.added",
      "response.output_text.delta",
      "response.output_text.done",
      "response.content_part.done",
      "response.completed",
    ]);
    const deltas = events.flatMap((event) => (event.type === "response.output_text.delta" ? [event.delta] : []));
    expect(deltas.join("")).toBe(stored.output_text);
  });

  test("in the background is answered at once, and is polled to its end.", async () => {
    const release = scriptLater();
    const begun = await client.responses.create({ ...ASKED, background: true });
    expect(begun).toMatchObject({ status: expect.toBeOneOf(["queued", "in_progress"]), background: true, output: [] });
    release();
    const over = await until(begun.id, ({ status }) => status === "completed");
    expect(over.output_text).not.toBe("");
  });

  test("is followed from where a reader stopped.", async () => {
    script();
    const first = await collect<ResponseStreamEvent>(await client.responses.create({ ...ASKED, stream: true }));
    const created = first[0];
    if (created?.type !== "response.created") throw new Error("the stream has another beginning");
    const after = Math.floor(first.length / 2);
    const rest = await collect<ResponseStreamEvent>(
      await client.responses.retrieve(created.response.id, { stream: true, starting_after: after }),
    );
    expect(rest.map(({ sequence_number: n }) => n)[0]).toBe(after + 1);
    expect(JSON.stringify(rest)).toBe(JSON.stringify(first.slice(after + 1)));
  });

  test("is cancelled: its debate is abandoned, and costs nothing more.", async () => {
    const release = scriptLater();
    const begun = await client.responses.create({ ...ASKED, background: true });
    await world.models.arrived(1);
    await client.responses.cancel(begun.id);
    release();
    const over = await until(begun.id, ({ status }) => status === "cancelled");
    expect(over.output_text).toBe("");
    expect((await world.debate(debateOf(over))).status).toBe("cancelled");
    expect((await client.responses.cancel(begun.id)).status).toBe("cancelled");
  });

  test("is deleted with its debate, once it is over.", async () => {
    const release = scriptLater();
    const begun = await client.responses.create({ ...ASKED, background: true });
    expect((await statusOf(client.responses.delete(begun.id)))[0]).toBe(409);
    release();
    await until(begun.id, ({ status }) => status === "completed");
    await client.responses.delete(begun.id);
    expect((await statusOf(client.responses.retrieve(begun.id)))[0]).toBe(404);
    expect((await world.request(`/v1/debates/${debateOf(begun)}`)).status).toBe(404);
  });

  test("lists what it was asked.", async () => {
    script();
    const { id } = await client.responses.create({
      ...ASKED,
      input: [
        { role: "developer", content: "Be brief." },
        { role: "user", content: [{ type: "input_text", text: TOPIC }] },
      ],
      background: true,
    });
    const items = await collect(await client.responses.inputItems.list(id, { limit: 1, order: "asc" }));
    expect(items).toMatchObject([
      { type: "message", role: "developer", content: [{ type: "input_text", text: "Be brief." }] },
      { type: "message", role: "user", content: [{ type: "input_text", text: TOPIC }] },
    ]);
  });

  test("continues another: its debaters know the question before and its answer.", async () => {
    script();
    const first = await client.responses.create({ ...ASKED, instructions: "Think of small towns." });
    const second = await client.responses.create({ ...ASKED, input: "And trams?", previous_response_id: first.id });
    const { topic, context } = await world.debate(debateOf(second));
    const answer = (await world.debate(debateOf(first))).result?.conclusion?.answer.text ?? "nothing";
    expect(topic).toBe("And trams?");
    expect(context).toContain(TOPIC);
    expect(context).toContain(answer);
    // As with OpenAI, instructions hold for one response.
    expect(context).not.toContain("small towns");
    expect(second.previous_response_id).toBe(first.id);
  });
});

test("A response takes what tools answered before as background, and lists it.", async () => {
  world.models.use(debaters(["p1", "p2"]));
  const input: OpenAI.Responses.ResponseInput = [
    { role: "user", content: "The weather?" },
    { type: "function_call", call_id: "c", name: "weather", arguments: "{}" },
    { type: "function_call_output", call_id: "c", output: "Sunny all day" },
    { role: "user", content: "Shall we picnic?" },
  ];
  const { id, metadata } = await client.responses.create({ ...ASKED, input });
  const debate = await world.debate(String(metadata?.["parley_debate"]));
  expect([debate.topic, debate.context]).toEqual(["Shall we picnic?", expect.stringContaining("Sunny all day")]);
  const items = await client.responses.inputItems.list(id);
  expect(items.data.map(({ type }) => type)).toContain("function_call_output");
});

test("A response has turns and ballots as commentary where its client asks for that, also as a stream.", async () => {
  world.models.use(debaters(["p1", "p2"]));
  const asking = { model: "parley/pair", input: "Commented?", include: ["commentary" as never] };
  const response = await client.responses.create(asking);
  const phases = response.output.map((item) => (item.type === "message" ? item.phase : item.type));
  expect(phases.at(-1)).toBe("final_answer");
  expect(new Set(phases.slice(0, -1))).toEqual(new Set(["commentary"]));
  expect(phases.length).toBeGreaterThan(4);
  expect(JSON.stringify(response.output[0])).toContain("**Ada** · round 1");
  const streamed = await client.responses.stream({ ...asking, input: "Commented, as a stream?" }).finalResponse();
  const { output } = await client.responses.retrieve(streamed.id);
  expect(streamed.output.map(({ id }) => id)).toEqual(output.map(({ id }) => id));
  expect(new Set(output.map(({ id }) => id)).size).toBe(output.length);
});

describe("A response is refused", () => {
  test.each([
    ["an unknown model", { model: "parley/nobody" }, [404, "model"]],
    ["tools", { tools: [{ type: "web_search" }] }, [400, "tools"]],
    ["a previous response that is none", { previous_response_id: "resp_x" }, [400, "previous_response_id"]],
    [
      "the output of a tool alone",
      { input: [{ type: "function_call_output", call_id: "c", output: "x" }] },
      [400, "input"],
    ],
  ])("for %s.", async (_, changes, expected) => {
    const body = { ...ASKED, ...changes } as OpenAI.Responses.ResponseCreateParamsNonStreaming;
    expect(await statusOf(client.responses.create(body))).toEqual(expected);
  });

  test("to a wrong key, to one whose limits are used up, and to another tenant as if it were not there.", async () => {
    await using own = await openWorld();
    own.models.use(debaters(["p1", "p2"]));
    const baseURL = `${own.url}/openai/v1`;
    const open = new OpenAI({ baseURL, apiKey: "none", maxRetries: 0 });
    await own.post("/v1/presets", { name: "pair", request: PAIR });
    const { id } = await open.responses.create(ASKED);
    const { token } = await makeKey(own.store, { scopes: ["read"] });
    const other = await makeKey(own.store, { tenant: "other" });
    const as = (apiKey: string) => new OpenAI({ baseURL, apiKey, maxRetries: 0 }).responses;
    expect((await as(token).retrieve(id)).id).toBe(id);
    expect(await statusOf(as(other.token).retrieve(id))).toEqual([404, null]);
    expect(await statusOf(as(token).create(ASKED))).toEqual([403, null]);
    expect(await statusOf(as("sk-wrong").retrieve(id))).toEqual([401, null]);
    // Its one debate of the day.
    const limited = await makeKey(own.store, { perDay: 1 });
    await as(limited.token).create(ASKED);
    const refused = await as(limited.token)
      .create({ ...ASKED, input: "And trams?" })
      .catch((error: APIError) => error);
    expect(refused).toMatchObject({ status: 429, code: "insufficient_quota" });
  });
});
