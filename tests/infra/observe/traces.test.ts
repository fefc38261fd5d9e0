import { Worker } from "@temporalio/worker";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createModels } from "../../../activities/models/index.ts";
import { createMetrics } from "../../../infra/metrics/index.ts";
import { startTelemetry } from "../../../infra/telemetry/index.ts";
import { type Telemetry } from "../../../infra/telemetry/types.ts";
import { eventually } from "../../support/eventually.ts";
import { openAiSearch } from "../../support/models/searches.ts";
import {
  type ModelReplyScript,
  type ModelRequest,
  type ModelServer,
  startModelServer,
} from "../../support/models/server.ts";
import { type CollectedSpan, type Collector, startCollector } from "../../support/servers/collector.ts";
import { PROGRAM } from "../../support/tools.ts";
import { openWorld } from "../../support/use-world.ts";
import { debaters, requestOf, type World } from "../../support/world.ts";

const SETTINGS = { headers: { "x-key": "k-1" }, serviceName: "parley", metricIntervalMs: 60_000 };
const CALLER = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7" };
const SECRET = "Trams are the answer";

let collector: Collector;
let telemetry: Telemetry;
let world: World;
let warned: string[];

async function telemetryTo(endpoint: string, captureContent = false): Promise<Telemetry> {
  const logger = { warn: (_: object, message: string) => void warned.push(message) };
  const { registry } = createMetrics();
  return startTelemetry({ ...SETTINGS, endpoint, captureContent }, { registry, logger, version: "1.2.3" });
}

beforeAll(async () => {
  warned = [];
  collector = await startCollector();
  telemetry = await telemetryTo(collector.url);
  const mcp = { servers: { library: PROGRAM }, allowPrivate: false };
  world = await openWorld({ telemetry, mcp, continueAfterEvents: 60 });
});
afterAll(async () => {
  await world.stop();
  await telemetry.stop();
  await collector.stop();
});

/** The debate's whole trace, once its last span has come: that of the request, since nothing outlives the caller's. */
async function traceOf(id: string): Promise<CollectedSpan[]> {
  await world.handle(id).result();
  const spans = () => collector.spans.filter(({ traceId }) => traceId === CALLER.traceId);
  const isWhole = async () => {
    await telemetry.flush();
    const ids = new Set(spans().map(({ spanId }) => spanId));
    return spans().length > 0 && spans().every((it) => ids.has(it.parentSpanId) || it.parentSpanId === CALLER.spanId);
  };
  await eventually(isWhole).toBe(true);
  return spans();
}

/** Names from the root to the span. */
function pathOf(span: CollectedSpan, spans: CollectedSpan[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(parent ? pathOf(parent, spans) : []), span.name];
}

function sum(spans: CollectedSpan[], attribute: string): number {
  return spans.reduce((total, { attributes }) => total + Number(attributes[attribute] ?? 0), 0);
}

test("A debate is one tree, from its request through each run of its workflow to every model call.", async () => {
  let failed = false;
  const turn = (): ModelReplyScript => {
    if (failed) return { text: SECRET, usage: { input: 100, cachedInput: 40, output: 20 } };
    failed = true;
    return { error: { status: 500 } };
  };
  world.models.use(debaters(["p1", "p2"], { turn }));
  const response = await fetch(`${world.url}/v1/debates`, {
    method: "POST",
    headers: { "content-type": "application/json", traceparent: `00-${CALLER.traceId}-${CALLER.spanId}-01` },
    body: JSON.stringify(requestOf({ maxRounds: 5, topic: "Should cities ban cars, says Quibble?" })),
  });
  const { id } = (await response.json()) as { id: string };
  await world.finished(id);
  const debate = await world.debate(id);
  const spans = await traceOf(id);

  const roots = spans.filter(({ parentSpanId }) => parentSpanId === CALLER.spanId);
  expect(roots.map(({ name }) => name)).toEqual(["POST /v1/debates"]);
  expect(roots[0]?.attributes).toMatchObject({
    "http.route": "/v1/debates",
    "http.response.status_code": 201,
    "parley.debate.id": id,
    "parley.tenant": "default",
  });
  expect(spans.filter(({ name }) => name === "RunWorkflow:debateWorkflow").length, "runs").toBeGreaterThan(1);

  const calls = spans.filter(({ name }) => name.startsWith("chat "));
  expect(calls).toHaveLength(debate.usage.calls);
  // The SDKs' own tracing is off.
  const ofModels = spans.filter(({ attributes }) => Object.keys(attributes).some((name) => name.startsWith("gen_ai.")));
  expect(ofModels).toEqual(calls);
  const ofClaude = calls.filter(({ attributes }) => attributes["gen_ai.provider.name"] === "anthropic");
  expect(ofClaude.length).toBeGreaterThan(0);
  for (const { attributes } of ofClaude) expect(attributes).not.toHaveProperty("gen_ai.request.temperature");
  for (const { headers } of world.models.journal) expect(headers).not.toHaveProperty("traceparent");
  for (const call of calls) {
    const path = pathOf(call, spans);
    expect(path.slice(0, 3)).toEqual([
      "POST /v1/debates",
      "StartWorkflow:debateWorkflow",
      "RunWorkflow:debateWorkflow",
    ]);
    expect(path.at(-2)).toMatch(/^RunActivity:(takeTurn|assessRound|castBallot)$/);
    expect(call.attributes).toMatchObject({ "parley.debate.id": id, "parley.tenant": "default" });
    expect(call.attributes["parley.act.id"]).toEqual(expect.any(String));
  }
  const answered = calls.filter(({ attributes }) => !("error.type" in attributes));
  expect(answered).toHaveLength(calls.length - 1);
  for (const { attributes } of answered) {
    expect(attributes["gen_ai.response.model"]).toEqual(expect.any(String));
    expect(attributes["gen_ai.response.finish_reasons"]).toEqual(["stop"]);
    expect(attributes["gen_ai.usage.output_tokens"]).toBeGreaterThan(0);
    expect(attributes["parley.cost_usd"]).toBeGreaterThan(0);
  }
  const turns = answered.filter(({ attributes }) => attributes["parley.activity"] === "takeTurn");
  expect(new Set(turns.map(({ name }) => name))).toEqual(new Set(["chat gpt-5.5", "chat claude-sonnet-5"]));
  const transcript = await world.transcript(id);
  expect(new Set(turns.map(({ attributes }) => attributes["parley.act.id"]))).toEqual(
    new Set(transcript.turns.map((each) => each.id)),
  );
  expect(turns[0]?.attributes).toMatchObject({
    "gen_ai.operation.name": "chat",
    "gen_ai.request.max_tokens": expect.any(Number),
    "gen_ai.output.type": "text",
    "gen_ai.usage.input_tokens": 100,
    "gen_ai.usage.cache_read.input_tokens": 40,
  });
  expect(sum(calls, "gen_ai.usage.input_tokens")).toBe(debate.usage.inputTokens);
  expect(sum(calls, "gen_ai.usage.output_tokens")).toBe(debate.usage.outputTokens);
  expect(sum(calls, "parley.cost_usd")).toBeCloseTo(debate.cost.totalUsd ?? Number.NaN, 6);
}, 120_000);

test("A fault is told by its kind alone, and nothing says what was asked or answered.", async () => {
  const failed = collector.spans.filter(({ status }) => status.code === 2);
  const call = failed.find(({ name }) => name.startsWith("chat "));
  expect(call).toMatchObject({ status: { message: "api_error" }, attributes: { "error.type": "api_error" } });
  expect(new Set(failed.map(({ status }) => status.message))).toEqual(new Set(["api_error", "ApplicationFailure"]));
  const said = collector.texts.join();
  for (const word of [SECRET, "Quibble", "has a position", "stacktrace"]) expect(said).not.toContain(word);
  expect(said).toContain("service.instance.id");
  expect(new Set(collector.spans.map(({ service }) => service))).toEqual(new Set(["parley"]));
  expect(collector.headers.every((headers) => headers["x-key"] === "k-1")).toBe(true);
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
  const activities = collector.spans.filter(({ name }) => name === "RunActivity:takeTurn");
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

test("A debate that began with traces goes on where there are none.", async () => {
  world.models.use(debaters(["p1", "p2"]));
  const { id } = await world.create(requestOf({ maxRounds: 1 }));
  await world.finished(id);
  await world.handle(id).result();
  const history = await world.handle(id).fetchHistory();
  expect(JSON.stringify(history)).toContain("_tracer-data");
  await Worker.runReplayHistory({ workflowBundle: { codePath: inject("workflowBundle") } }, history, id);
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
  const traced = await telemetryTo(own.url, options.captureContent);
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

test("A collector that is away costs nothing but a line in the log.", async () => {
  const gone = await startCollector();
  await gone.stop();
  const alone = await telemetryTo(gone.url);
  const reply = { text: "x", spend: { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 } };
  const models = alone.models({ complete: async () => reply as never });
  expect(await models.complete({ ...CALL, signal: new AbortController().signal })).toBe(reply);
  await alone.flush();
  expect(warned).toContain("telemetry could not be sent");
}, 60_000);
