/** What traces show of Temporal's own: runs that continue, and histories. */
import { Worker } from "@temporalio/worker";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { Telemetry } from "../../../infra/base/telemetry-settings.ts";
import { eventually } from "../../support/eventually.ts";
import type { ModelReplyScript } from "../../support/models/server.ts";
import { type CollectedSpan, type Collector, startCollector } from "../../support/servers/collector.ts";
import { openWorld } from "../../support/use-world.ts";
import { debaters, requestOf, type World } from "../../support/world.ts";
import { telemetryTo } from "./traced.ts";

const CALLER = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7" };
const SECRET = "Trams are the answer";

let collector: Collector;
let telemetry: Telemetry;
let world: World;

beforeAll(async () => {
  collector = await startCollector();
  telemetry = await telemetryTo(collector.url);
  world = await openWorld({ telemetry, continueAfterEvents: 60 });
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
  const conversation = { "gen_ai.conversation.id": id };
  const workflows = spans.filter(({ attributes }) => attributes["gen_ai.operation.name"] === "invoke_workflow");
  expect(workflows).toMatchObject([
    { name: "invoke_workflow debate", attributes: { ...conversation, "gen_ai.agent.name": "debate" } },
  ]);
  const laterRuns = spans.filter(({ name }) => name === "RunWorkflow:debateWorkflow");
  expect(laterRuns.length).toBeGreaterThan(0);
  for (const { attributes } of laterRuns) expect(attributes).toMatchObject(conversation);

  const calls = spans.filter(({ name }) => name.startsWith("chat "));
  expect(calls).toHaveLength(debate.usage.calls);
  // The SDKs' own tracing is off.
  const ofModels = spans.filter(({ attributes }) => "gen_ai.provider.name" in attributes);
  expect(ofModels).toEqual(calls);
  const ofClaude = calls.filter(({ attributes }) => attributes["gen_ai.provider.name"] === "anthropic");
  expect(ofClaude.length).toBeGreaterThan(0);
  for (const { attributes } of ofClaude) expect(attributes).not.toHaveProperty("gen_ai.request.temperature");
  for (const { headers } of world.models.journal) expect(headers).not.toHaveProperty("traceparent");
  for (const call of calls) {
    const path = pathOf(call, spans);
    expect(path.slice(0, 3)).toEqual(["POST /v1/debates", "StartWorkflow:debateWorkflow", "invoke_workflow debate"]);
    expect(path.at(-2)).toMatch(/^invoke_agent (p1|p2|judge)$/);
    expect(call.attributes["parley.activity"]).toMatch(/^(takeTurn|assessRound|castBallot)$/);
    expect(call.attributes).toMatchObject({ ...conversation, "parley.debate.id": id, "parley.tenant": "default" });
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

test("A debate that began with traces goes on where there are none.", async () => {
  world.models.use(debaters(["p1", "p2"]));
  const { id } = await world.create(requestOf({ maxRounds: 1 }));
  await world.finished(id);
  await world.handle(id).result();
  const history = await world.handle(id).fetchHistory();
  expect(JSON.stringify(history)).toContain("_tracer-data");
  await Worker.runReplayHistory({ workflowBundle: { codePath: inject("workflowBundle") } }, history, id);
}, 60_000);
