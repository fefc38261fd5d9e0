/** OpenAI's own client asks a council in the words of OpenRouter's Fusion. */
import OpenAI, { type APIError } from "openai";
import { expect, test } from "vitest";
import { CHAIRED, councilRequest, members } from "../support/debates/council.ts";
import { useWorld } from "../support/use-world.ts";
import { requestOf } from "../support/world.ts";

const MODELS = ["openai/gpt-5.5", "anthropic/claude-sonnet-5", "openai/gpt-5.5-mini"];
const CHAIR = "anthropic/claude-opus-5";
const DOWN = { error: { status: 503 } };

const world = await useWorld();
const { topic, ...BOARD } = councilRequest() as { topic: string };
const { topic: _other, ...PAIR } = requestOf() as { topic: string };
await world.post("/v1/presets", { name: "board", request: BOARD });
await world.post("/v1/presets", { name: "two", request: PAIR });

const client = new OpenAI({ baseURL: `${world.url}/openai/v1`, apiKey: "none", maxRetries: 0 });
const plugins = [{ id: "fusion", analysis_models: MODELS, model: CHAIR }];

interface Fused {
  analysis?: { unique_insights: { model: string; insight: string }[] };
  failed_models?: { model: string; error: string }[];
  failure_reason?: string;
}

const asking = (more: object = {}) => ({
  model: "parley/board",
  messages: [{ role: "user" as const, content: topic }],
  plugins,
  ...more,
});
const ask = (more: object = {}) =>
  client.chat.completions.create(
    asking(more) as OpenAI.ChatCompletionCreateParamsNonStreaming & typeof more,
  ) as Promise<OpenAI.ChatCompletion & Fused>;
const debateOf = ({ id }: { id: string }) => world.debate(id.replace("chatcmpl-", "deb-"));
const refusal = (work: Promise<unknown>): Promise<APIError> =>
  work.then(
    () => expect.unreachable("it was answered"),
    (error: APIError) => error,
  );

test("The models are a council's members, the other one is its chair, and the answer has the analysis.", async () => {
  world.models.use(members());
  const answer = await ask();
  const debate = await debateOf(answer);
  expect(debate).toMatchObject({ format: "council", status: "completed", judge: { model: CHAIR } });
  expect(debate.participants.map(({ model }) => model)).toEqual(MODELS);
  expect(answer.choices[0]?.message.content).toContain(CHAIRED.answer);
  expect(answer.analysis).toEqual({
    consensus: CHAIRED.consensus,
    contradictions: CHAIRED.contradictions.map((text) => ({ topic: text, stances: [] })),
    partial_coverage: [],
    unique_insights: [{ model: expect.stringMatching(/\//), insight: "Somebody pays." }],
    blind_spots: CHAIRED.blindSpots,
  });
  expect(MODELS).toContain(answer.analysis?.unique_insights[0]?.model);
  expect([answer.failed_models, answer.failure_reason]).toEqual([undefined, undefined]);
  expect(await client.chat.completions.retrieve(answer.id)).toEqual(answer);
});

test("A member that fails is named, and the others' answers are analysed.", async () => {
  world.models.use((request) => (request.model === "gpt-5.5-mini" ? DOWN : members()(request)));
  const { analysis, failed_models: failed } = await ask();
  expect(analysis).toMatchObject({ consensus: CHAIRED.consensus });
  expect(failed).toEqual([{ model: "openai/gpt-5.5-mini", error: expect.stringMatching(/./) }]);
});

test("The reason of a failure is named: no member answers, or no chair.", async () => {
  world.models.use(() => DOWN);
  const none = await refusal(ask());
  expect(none.error).toMatchObject({ metadata: { failure_reason: "all_panels_failed" } });
  world.models.use((request) => (request.model === "claude-opus-5" ? DOWN : members()(request)));
  const chairless = await ask().catch((error: APIError) => (error.error as { metadata: Fused }).metadata);
  expect(chairless).toMatchObject({ failure_reason: "judge_upstream_error" });
});

test("A stream has the analysis in its last piece, and a response as an item before the answer.", async () => {
  world.models.use(members());
  const pieces: (OpenAI.ChatCompletionChunk & Fused)[] = [];
  const stream = await client.chat.completions.create({ ...asking(), stream: true });
  for await (const piece of stream) pieces.push(piece);
  expect(pieces.filter(({ analysis }) => analysis)).toEqual([pieces.at(-1)]);
  const responding = { model: "parley/board", input: topic, plugins };
  const response = await client.responses.create(responding);
  expect(response.output.map(({ type }) => type as string)).toEqual(["reasoning", "openrouter:fusion", "message"]);
  expect(response.output[1]).toMatchObject({ status: "completed", analysis: { blind_spots: CHAIRED.blindSpots } });
  const streamed = client.responses.stream({ ...responding, metadata: { streamed: "yes" } });
  expect((await streamed.finalResponse()).output[1]).toMatchObject({ type: "openrouter:fusion" });
});

test("It needs a preset of a council; OpenRouter's name for it is the built-in one; disabled, it is not there.", async () => {
  world.models.use(members());
  const other = await refusal(ask({ model: "parley/two" }));
  expect(other).toMatchObject({ status: 400, param: "model" });
  expect(await refusal(ask({ plugins: [{ id: "web" }] }))).toMatchObject({ status: 400, param: "plugins[0].id" });
  const named = await ask({ model: "openrouter/fusion" });
  expect(await debateOf(named)).toMatchObject({ preset: "council@1" });
  expect(named.analysis).toBeDefined();
  const off = await ask({ plugins: [{ id: "fusion", enabled: false }] });
  expect(off.analysis).toBeUndefined();
});
