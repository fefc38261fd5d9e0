import { afterAll, beforeAll, expect, test } from "vitest";
import { createModels } from "../../../activities/models/index.ts";
import type { Telemetry } from "../../../infra/base/telemetry-settings.ts";
import { openAiSearch } from "../../support/models/searches.ts";
import {
  type ModelReplyScript,
  type ModelRequest,
  type ModelServer,
  startModelServer,
} from "../../support/models/server.ts";
import { type Collector, startCollector } from "../../support/servers/collector.ts";
import { PROGRAM } from "../../support/tools.ts";
import { openWorld } from "../../support/use-world.ts";
import { debaters, requestOf, type World } from "../../support/world.ts";
import { telemetryTo } from "./traced.ts";

const SECRET = "Trams are the answer";

let collector: Collector;
let telemetry: Telemetry;
let world: World;

beforeAll(async () => {
  collector = await startCollector();
  telemetry = await telemetryTo(collector.url);
  const mcp = { servers: { library: PROGRAM }, allowPrivate: false };
  world = await openWorld({ telemetry, mcp });
});
afterAll(async () => {
  await world.stop();
  await telemetry.stop();
  await collector.stop();
});

test("A call of a tool is a span of its turn, and says neither what it was asked nor what it found.", async () => {
  const echo = (message: string) => ({ name: "library__echo", input: { message } });
  const turn = ({ toolResults }: ModelRequest): ModelReplyScript => {
    const next = [echo("A planted fact."), { name: "library__echo", input: {} }][toolResults.length];
    return next ? { calls: [next] } : { text: "Trams, by [E1]." };
  };
  world.models.use(debaters(["p1", "p2"], { turn }));
  const { id } = await world.create(requestOf({ maxRounds: 1, tools: [{ type: "mcp", server: "library" }] }));
  await world.finished(id);
  const ofTools = () =>
    collector.spans.filter(
      ({ name, attributes }) => name === "execute_tool echo" && attributes["parley.debate.id"] === id,
    );
  await expect
    .poll(async () => {
      await telemetry.flush();
      return ofTools().length;
    })
    .toBe(4);
  const activities = collector.spans.filter(({ name }) => /^invoke_agent p[12]$/.test(name));
  for (const { attributes, parentSpanId, status } of ofTools()) {
    expect(activities.map(({ spanId }) => spanId)).toContain(parentSpanId);
    expect(attributes).toMatchObject({ "gen_ai.operation.name": "execute_tool", "parley.mcp.server": "library" });
    const failed = "error.type" in attributes;
    expect([status.code, attributes["parley.passages"]]).toEqual(failed ? [2, undefined] : [0, 1]);
  }
  expect(ofTools().filter(({ attributes }) => attributes["error.type"] === "tool")).toHaveLength(2);
  expect(collector.texts.join()).not.toContain("A planted fact");
}, 60_000);

test("A provider's own searches are counted on the span of the model call that made them.", async () => {
  const page = { url: "https://npr.org/good-news", title: "Good news" };
  const turn = ({ api }: ModelRequest): ModelReplyScript =>
    api === "responses" ? { events: openAiSearch("The news are good.", page) } : { text: "They are not." };
  world.models.use(debaters(["p1", "p2"], { turn }));
  const { participants } = requestOf() as { participants: object[] };
  const searching = participants.map((one, i) => ({ ...one, ...(i === 0 && { tools: [{ type: "web_search" }] }) }));
  const { id } = await world.create(requestOf({ maxRounds: 1, participants: searching }));
  await world.finished(id);
  const counts = async () => {
    await telemetry.flush();
    const turns = collector.spans.filter(
      ({ name, attributes }) => name.startsWith("chat ") && attributes["parley.debate.id"] === id,
    );
    return turns.flatMap(({ attributes }) => attributes["parley.searches"] ?? []);
  };
  await expect.poll(counts).toEqual([1]);
}, 60_000);

test("A request that nobody traces begins a trace, and stays out of others; probes are not traced.", async () => {
  await telemetry.flush();
  const before = collector.spans.length;
  await world.request("/healthz");
  await world.request("/v1/formats?topic=planted-words");
  await telemetry.flush();
  const fresh = collector.spans.slice(before).filter(({ name }) => name.startsWith("GET"));
  expect(fresh.map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual([["GET /v1/formats", ""]]);
  expect(JSON.stringify(fresh)).not.toContain("planted-words");
});

test("A request that its caller does not sample is not recorded.", async () => {
  const traceparent = "00-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-bbbbbbbbbbbbbbbb-00";
  await world.request("/v1/formats", { headers: { traceparent } });
  await telemetry.flush();
  expect(collector.spans.filter(({ traceId }) => traceId.startsWith("aaaa"))).toEqual([]);
});

const CALL = {
  model: { provider: "openai", model: "gpt-5.5" },
  system: "You are Ada.",
  messages: [{ role: "user" as const, content: ["Speak."] }],
  maxOutputTokens: 100,
  temperature: 0.4,
  timeoutMs: 5_000,
  silenceMs: 5_000,
};

/** Calls a model with a telemetry of its own; gives what was collected. */
async function spansOfOneCall(script: ModelReplyScript, options: { captureContent?: boolean; signal?: AbortSignal }) {
  await using open = new AsyncDisposableStack();
  const own = open.adopt(await startCollector(), (it) => it.stop());
  const server: ModelServer = open.adopt(await startModelServer(), (it) => it.stop());
  server.use(() => script);
  const traced = await telemetryTo(own.url, options);
  const models = traced.models(createModels({ providers: server.providers }));
  const signal = options.signal ?? new AbortController().signal;
  await models.complete({ ...CALL, signal }).catch(() => {});
  await traced.flush();
  return own.spans;
}

test("Prompt and reply stand in the span when that is asked for.", async () => {
  const [span] = await spansOfOneCall({ text: SECRET }, { captureContent: true });
  expect(span?.attributes).toMatchObject({ "gen_ai.request.temperature": 0.4 });
  const json = (name: string) => JSON.parse(String(span?.attributes[name])) as unknown;
  expect(json("gen_ai.system_instructions")).toEqual([{ type: "text", content: "You are Ada." }]);
  expect(json("gen_ai.input.messages")).toEqual([{ role: "user", parts: [{ type: "text", content: "Speak." }] }]);
  expect(json("gen_ai.output.messages")).toEqual([
    { role: "assistant", parts: [{ type: "text", content: SECRET }], finish_reason: "stop" },
  ]);
});

test("A call that its owner stopped is no error.", async () => {
  const signal = AbortSignal.abort(new Error("paused"));
  const [span] = await spansOfOneCall({ text: SECRET }, { signal });
  expect(span).toMatchObject({ status: { code: 0 }, attributes: { "error.type": "cancelled" } });
});

test("A collector that takes Protobuf alone gets it.", async () => {
  await using open = new AsyncDisposableStack();
  const own = open.adopt(await startCollector(), (it) => it.stop());
  const traced = open.adopt(await telemetryTo(own.url, { protocol: "http/protobuf" }), (it) => it.stop());
  const reply = { text: "x", spend: { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 } };
  const models = traced.models({ complete: async () => reply as never });
  await models.complete({ ...CALL, signal: new AbortController().signal });
  await traced.flush();
  expect(new Set(own.headers.map((headers) => headers["content-type"]))).toEqual(new Set(["application/x-protobuf"]));
  for (const word of ["chat gpt-5.5", "gen_ai.client.token.usage"]) expect(own.texts.join()).toContain(word);
});

test("A collector that is away costs nothing but a line in the log.", async () => {
  const gone = await startCollector();
  await gone.stop();
  const warned: string[] = [];
  const alone = await telemetryTo(gone.url, { warned });
  const reply = { text: "x", spend: { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 } };
  const models = alone.models({ complete: async () => reply as never });
  expect(await models.complete({ ...CALL, signal: new AbortController().signal })).toBe(reply);
  await alone.flush();
  expect(warned).toContain("telemetry could not be sent");
}, 60_000);
