import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ASSESSMENTS, RESULTS, TURNS } from "../../../domain/play/records/kinds.record.ts";
import type { DebateRecord } from "../../../store/port/debates.port.ts";
import { assessment, event, result, SHORT_LOG, turn } from "../events/debate-events.ts";
import { append, createWorld, problemOf, storeDebate, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const change = ({ tenant, id, state }: DebateRecord, version: number, changes: Partial<typeof state>) =>
  world.store.putState({ tenant, debateId: id, version, state: { ...state, ...changes } });

test("A debate that does not exist is 404, whatever its id looks like.", async () => {
  for (const id of ["deb-20261121-051254-7K2M9Q", "x", "deb-20261121-051254-7K2M9Q%23META", "%00", "a%2Fb"]) {
    const response = await world.get(`/v1/debates/${id}`);
    expect(response.status, id).toBe(404);
    expect((await problemOf(response)).type).toBe("/problems/not-found");
  }
});

test("Another tenant's debate is 404 on every route.", async () => {
  const { id } = await storeDebate(world.store, { tenant: "somebody-else" });
  for (const path of ["", "/events", "/transcript", "/costs"])
    expect((await world.get(`/v1/debates/${id}${path}`)).status, path).toBe(404);
  expect((await world.post(`/v1/debates/${id}/stop`)).status).toBe(404);
});

test("A client that has this version gets 304 and no body; one that has an older one gets the debate.", async () => {
  const { id } = await storeDebate(world.store);
  const first = await world.get(`/v1/debates/${id}`);
  const etag = first.headers.get("etag") as string;
  expect(first.headers.get("cache-control")).toBe("private, no-cache");
  const again = await world.get(`/v1/debates/${id}`, { "if-none-match": etag });
  expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
  expect((await world.get(`/v1/debates/${id}`, { "if-none-match": '"v0"' })).status).toBe(200);
});

test("wait holds until the debate changes.", async () => {
  const record = await storeDebate(world.store);
  const asked = world.get(`/v1/debates/${record.id}?wait=60`, { "if-none-match": '"v1"' });
  await change(record, 2, { status: "running" });
  const response = await asked;
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ version: 2, status: "running" });
});

test("wait answers at once when the client's version is old, and when the debate is over.", async () => {
  const running = await storeDebate(world.store, { state: { status: "running" } });
  const over = await storeDebate(world.store, { state: { status: "completed" } });
  const started = performance.now();
  expect((await world.get(`/v1/debates/${running.id}?wait=60`, { "if-none-match": '"v1"' })).status).toBe(200);
  expect((await world.get(`/v1/debates/${over.id}?wait=60`)).status).toBe(200);
  expect((await world.get(`/v1/debates/${over.id}?wait=60`, { "if-none-match": '"v2"' })).status).toBe(304);
  expect(performance.now() - started).toBeLessThan(50_000);
});

test("wait ends with 304 when nothing has changed in its time.", async () => {
  const { id } = await storeDebate(world.store);
  const started = performance.now();
  const response = await world.get(`/v1/debates/${id}?wait=1`, { "if-none-match": '"v1"' });
  expect(response.status).toBe(304);
  expect(performance.now() - started).toBeGreaterThan(900);
});

test("wait returns what there is when the server closes.", async () => {
  const { id } = await storeDebate(world.store);
  const closing = new AbortController();
  const asked = world.appWith({ closing: closing.signal }).request(`/v1/debates/${id}?wait=60`);
  closing.abort();
  expect((await asked).status).toBe(200);
});

test("A wait out of bounds, a repeated one and an unknown parameter are 422.", async () => {
  const { id } = await storeDebate(world.store);
  for (const query of ["wait=61", "wait=-1", "wait=x", "wait=", "wait=1&wait=2", "wiat=1"]) {
    const response = await world.get(`/v1/debates/${id}?${query}`);
    expect(response.status, query).toBe(422);
    expect((await problemOf(response)).errors?.[0]?.pointer).toBe(query.startsWith("wiat") ? "/wiat" : "/wait");
  }
});

test("HEAD answers as GET does, without the body.", async () => {
  const { id } = await storeDebate(world.store);
  const head = await world.app.request(`/v1/debates/${id}`, { method: "HEAD" });
  expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, '"v1"', ""]);
  expect((await world.app.request("/v1/debates/deb-x", { method: "HEAD" })).status).toBe(404);
});

const assessed = event("assessment.completed", { round: 1, assessment: assessment() });

async function finishedDebate(): Promise<DebateRecord> {
  const digest = { type: "verdict" as const, winner: "p1", scores: { p1: 80, p2: 60 } };
  const record = await storeDebate(world.store, { state: { status: "completed", result: digest, round: 1 } });
  const key = { tenant: record.tenant, debateId: record.id };
  await world.store.records.put(key, TURNS, turn());
  await world.store.records.put(key, ASSESSMENTS, assessment());
  await world.store.records.put(key, RESULTS, result(), { generation: 1 });
  await append(world.store, record, SHORT_LOG.toSpliced(-1, 0, assessed));
  return record;
}

test("A finished debate shows its assessments and its result.", async () => {
  const { id } = await finishedDebate();
  expect(await (await world.get(`/v1/debates/${id}`)).json()).toMatchObject({
    assessments: [{ round: 1, qualityScore: 7 }],
    result: { type: "verdict", verdict: { winner: { participant: "p1" } }, endedBy: "limit" },
  });
});

test("The transcript is JSON by default: the debate, its turns and its log without text chunks.", async () => {
  const { id } = await finishedDebate();
  const response = await world.get(`/v1/debates/${id}/transcript`);
  expect(response.headers.get("content-type")).toBe("application/json");
  const transcript = (await response.json()) as { events: { type: string }[] };
  expect(transcript).toMatchObject({
    debate: { id },
    turns: [{ id: "g1-r1-t1", text: "Cars take up room." }],
    assessments: [{ round: 1 }],
    summaries: [],
    result: { type: "verdict" },
    trace: { qualityScore: 75 },
  });
  expect(transcript.events.map((e) => e.type)).toEqual([
    "debate.created",
    "round.started",
    "turn.completed",
    "assessment.completed",
    "debate.completed",
  ]);
});

test("The transcript is Markdown when that is asked for, by header or by parameter; the parameter wins.", async () => {
  const { id } = await finishedDebate();
  const path = `/v1/debates/${id}/transcript`;
  const byHeader = await world.get(path, { accept: "text/markdown" });
  const byParameter = await world.get(`${path}?as=md`, { accept: "application/json" });
  expect(byHeader.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  const report = await byHeader.text();
  expect(report).toContain("# Debate: Should cities ban cars?");
  expect(report).toContain("Cars take up room.");
  expect(await byParameter.text()).toBe(report);
  expect((await world.get(path, { accept: "image/png" })).status).toBe(406);
  expect((await world.get(`${path}?as=pdf`)).status).toBe(422);
});

test("The costs of a debate are read from its log.", async () => {
  const { id } = await finishedDebate();
  expect(await (await world.get(`/v1/debates/${id}/costs`)).json()).toMatchObject({
    debateId: id,
    total: { costUsd: 0.005, usage: { inputTokens: 500, outputTokens: 100 } },
    byOutcome: [{ outcome: "completed" }],
  });
});

test("The transcript is a page for people when that is asked for, under a policy that allows its own style alone.", async () => {
  const { id } = await storeDebate(world.store);
  const path = `/v1/debates/${id}/transcript`;
  const asBrowser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
  const page = await world.get(path, asBrowser);
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=UTF-8"]);
  expect(page.headers.get("vary")).toBe("Accept, Accept-Encoding");
  const html = await page.text();
  expect(await (await world.get(`${path}?as=html`, { accept: "application/json" })).text()).toBe(html);
  const style = /<style>([^]*?)<\/style>/.exec(html)?.[1] ?? "";
  const hash = createHash("sha256").update(style).digest("base64");
  expect(page.headers.get("content-security-policy")).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  expect(page.headers.get("x-content-type-options")).toBe("nosniff");
});

test("Transcripts and pages of events are compressed for whoever takes it, refusals and streams are not.", async () => {
  const record = await storeDebate(world.store);
  const path = `/v1/debates/${record.id}`;
  const encodingOf = async (address: string, init: RequestInit) =>
    (await world.app.request(address, init)).headers.get("content-encoding");
  const gzip = { "accept-encoding": "gzip" };
  const json = { headers: { ...gzip, accept: "application/json" } };
  expect(await encodingOf(`${path}/transcript`, json)).toBe("gzip");
  expect(await encodingOf(`${path}/transcript`, { headers: { accept: "application/json" } })).toBeNull();
  expect(await encodingOf(`${path}/events`, json)).toBe("gzip");
  expect(await encodingOf(`${path}/events`, { ...json, method: "DELETE" })).toBeNull();
  expect(await encodingOf("/v1/debates/deb-20261121-051254-7K2M9Q/transcript", json)).toBeNull();
});
