import { afterAll, beforeAll, expect, test } from "vitest";
import { createMetrics, type Metrics } from "../../infra/metrics/index.ts";
import type { ModelReplyScript, ModelRequest } from "../support/models/server.ts";
import { PROGRAM } from "../support/tools.ts";
import { openWorld } from "../support/use-world.ts";
import { debaters, requestOf, type World } from "../support/world.ts";
import { as, makeKey } from "./access/keys.ts";
import { type World as ApiWorld, createWorld, problemOf } from "./world.ts";

let world: World;
let alone: ApiWorld;
let metrics: Metrics;
beforeAll(async () => {
  metrics = createMetrics();
  [world, alone] = await Promise.all([
    openWorld({ metrics, mcp: { servers: { library: PROGRAM }, allowPrivate: false } }),
    createWorld(),
  ]);
});
afterAll(async () => {
  await world.stop();
  await alone[Symbol.asyncDispose]();
});

/** The value of a sample by its name and, in any order, its labels; undefined when it is not there. */
async function sample(name: string, labels: Record<string, string> = {}): Promise<number | undefined> {
  const { text } = await world.request("/metrics");
  const line = text
    .split("\n")
    .filter((each) => each.startsWith(`${name}{`) || each.startsWith(`${name} `))
    .find((each) => Object.entries(labels).every(([label, value]) => each.includes(`${label}="${value}"`)));
  return line === undefined ? undefined : Number(line.split(" ").at(-1));
}

const call = { provider: "openai", model: "gpt-5.5" };

test("A debate is counted: its beginning, its end, its events, and its model calls with tokens, cost and times.", async () => {
  let failed = false;
  const turn = (): ModelReplyScript => {
    if (failed) return { text: "Trams.", usage: { input: 100, cachedInput: 40, output: 20 } };
    failed = true;
    return { error: { status: 500 } };
  };
  world.models.use(debaters(["p1", "p2"], { turn }));
  const { id } = await world.create(requestOf({ maxRounds: 1 }));
  const events = await world.finished(id);
  await expect.poll(() => sample("parley_debates_finished_total", { status: "completed" })).toBe(1);
  expect(await sample("parley_debates_created_total", { format: "round-limited" })).toBe(1);
  expect(await sample("parley_debates_finished_total", { format: "round-limited" })).toBe(1);
  for (const type of ["turn.completed", "turn.failed", "debate.completed"]) {
    const seen = events.filter((event) => event.type === type).length;
    expect([type, await sample("parley_log_events_total", { type })]).toEqual([type, seen]);
  }
  for (const status of ["running", "completed"])
    expect([status, await sample("parley_debate_moves_total", { status })]).toEqual([status, 1]);
  const whole = events.filter(({ type }) => type === "turn.completed").length;
  expect(await sample("parley_turn_duration_seconds_count")).toBe(whole);
  expect(await sample("parley_log_append_duration_seconds_count", { outcome: "ok" })).toBeGreaterThan(3);

  const debate = await world.debate(id);
  const ok = (await sample("parley_model_calls_total", { ...call, outcome: "ok" })) ?? 0;
  const anthropic = await sample("parley_model_calls_total", { provider: "anthropic", outcome: "ok" });
  expect(await sample("parley_model_calls_total", { outcome: "api_error" })).toBe(1);
  expect(ok + (anthropic ?? 0)).toBe(debate.usage.calls - 1);
  expect(await sample("parley_model_call_duration_seconds_count", call)).toBe(ok);
  expect(await sample("parley_model_first_token_seconds_count", call)).toBe(ok);
  const tokens = async (kind: string) =>
    ((await sample("parley_model_tokens_total", { ...call, kind })) ?? 0) +
    ((await sample("parley_model_tokens_total", { provider: "anthropic", kind })) ?? 0);
  expect(await tokens("input")).toBe(debate.usage.inputTokens);
  expect(await tokens("cached")).toBe(debate.usage.cachedInputTokens);
  expect(debate.usage.cachedInputTokens).toBeGreaterThan(0);
  const shares = (await sample("parley_model_cached_input_ratio_count", call)) ?? 0;
  expect(shares).toBe(ok);
  expect(await sample("parley_model_cached_input_ratio_sum", call)).toBeCloseTo(0.4, 5);
  expect(debate.cost.cachedShare).toBeCloseTo(debate.usage.cachedInputTokens / debate.usage.inputTokens, 3);
  expect(await tokens("output")).toBe(debate.usage.outputTokens);
  expect(await sample("parley_model_cost_usd_total", call)).toBeGreaterThan(0);
}, 60_000);

test("Calls of tools are counted by server and outcome, and those that answered have their times.", async () => {
  const asked = [{ message: "A fact." }, {}].map((input) => ({ name: "library__echo", input }));
  const turn = ({ toolResults }: ModelRequest): ModelReplyScript => {
    const next = asked[toolResults.length];
    return next ? { calls: [next] } : { text: "Trams." };
  };
  world.models.use(debaters(["p1", "p2"], { turn }));
  const { id } = await world.create(requestOf({ maxRounds: 1, tools: [{ type: "mcp", server: "library" }] }));
  await world.finished(id);
  const calls = (outcome: string) => sample("parley_tool_calls_total", { server: "library", outcome });
  expect([await calls("ok"), await calls("tool")]).toEqual([2, 2]);
  expect(await sample("parley_tool_call_duration_seconds_count", { server: "library" })).toBe(2);
}, 60_000);

test("An open event stream is counted while it is open, and how late each new event came.", async () => {
  world.models.use(debaters(["p1", "p2"], { turn: () => ({ text: "So.", profile: { ttft: 300 } }) }));
  const { id } = await world.create(requestOf({ maxRounds: 1 }));
  const controller = new AbortController();
  const response = await fetch(`${world.url}/v1/debates/${id}/events`, { signal: controller.signal });
  const reader = response.body?.getReader();
  await reader?.read();
  await expect.poll(() => sample("parley_event_streams_open")).toBe(1);
  const before = (await sample("parley_event_delivery_lag_seconds_count")) ?? 0;
  await world.finished(id);
  controller.abort();
  await expect.poll(() => sample("parley_event_streams_open")).toBe(0);
  const after = (await sample("parley_event_delivery_lag_seconds_count")) ?? 0;
  expect(after).toBeGreaterThan(before);
  // Seconds since an event was written, not milliseconds, nor those since 1970.
  expect(await sample("parley_event_delivery_lag_seconds_sum")).toBeLessThan(60 * after);

  await world.finished(id);
  expect(await sample("parley_event_delivery_lag_seconds_count"), "history is not late").toBe(after);
}, 60_000);

test("Requests are counted by the route's template, a known method and the class of their status.", async () => {
  const requests = (labels: object) => sample("parley_http_request_duration_seconds_count", { ...labels });
  await world.request("/v1/debates/deb-20261121-051254-000000");
  await world.request("/v1/debates/deb-20261121-051254-000001");
  expect(await requests({ method: "GET", route: "/v1/debates/{id}", status: "4xx" })).toBe(2);
  await world.request("/v1/templates/search?q=doubt");
  expect(await requests({ route: "/v1/templates/search", status: "2xx" })).toBe(1);
  for (const path of ["/wild/a", "/wild/b", "/v1/wild"]) await world.request(path);
  await world.request("/v1/formats", { method: "PROPFIND" });
  expect(await requests({ method: "GET", route: "unmatched", status: "4xx" })).toBe(3);
  expect(await requests({ method: "other", route: "unmatched" })).toBe(1);
  const { text, headers } = await world.request("/metrics");
  expect(text).not.toMatch(/wild|deb-2026|PROPFIND/);
  expect(headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(text).toContain("process_cpu_seconds_total");
});

test("Models beyond the two hundredth count as one, and their calls are made all the same.", async () => {
  const own = createMetrics();
  const spend = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, reasoningTokens: 0, calls: 1 };
  const reply = { text: "x", spend: { ...spend, costMicroUsd: null }, model: "x", latencyMs: 1, firstTokenMs: null };
  const models = own.models({ complete: async () => reply });
  const base = { system: "", messages: [], maxOutputTokens: 1, timeoutMs: 1, silenceMs: 1 };
  for (let n = 0; n < 230; n++) {
    const model = { provider: "openai-compatible", model: `m${n}` };
    expect(await models.complete({ ...base, model, signal: new AbortController().signal })).toBe(reply);
  }
  const { text } = await own.meter.expose();
  expect(text.match(/^parley_model_calls_total\{/gm)).toHaveLength(201);
  expect(text).toContain('parley_model_calls_total{provider="openai-compatible",model="other",outcome="ok"} 30');
});

test("Once there are keys the metrics are for an admin of the tenant default.", async () => {
  const app = alone.appWith({ meter: createMetrics().meter });
  expect((await app.request("/metrics")).status).toBe(200);
  const [admin, writer, other] = await Promise.all([
    makeKey(alone.store, { scopes: ["admin"] }),
    makeKey(alone.store, { scopes: ["write"] }),
    makeKey(alone.store, { tenant: "acme", scopes: ["admin"] }),
  ]);
  const closed = alone.appWith({ meter: createMetrics().meter });
  const statuses = await Promise.all(
    [admin, writer, other].map(async ({ token }) => (await as(closed, token, { path: "/metrics" })).status),
  );
  expect(statuses).toEqual([200, 403, 403]);
  expect((await closed.request("/metrics")).status).toBe(401);
  const refused = await as(closed, other.token, { path: "/metrics" });
  expect(await problemOf(refused)).toMatchObject({ type: "/problems/forbidden" });
});

test("An API that is given no meter counts nothing, and says so with an empty page.", async () => {
  const { token } = await makeKey(alone.store, { scopes: ["admin"] });
  const response = await as(alone.app, token, { path: "/metrics" });
  expect([response.status, await response.text()]).toEqual([200, ""]);
});
