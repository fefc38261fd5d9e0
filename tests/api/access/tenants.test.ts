/**
 * Every operation of the OpenAPI document, called with one tenant's key and another's ids. An operation that no rule
 * fits fails here: so a new route gets its rule, and can not be forgotten.
 */

import { createHash } from "node:crypto";
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isOpenPath } from "../../../api/access/auth.access.ts";
import { createExperimentId, createFileId, createTemplateId } from "../../../api/base/ids.api-base.ts";
import { TEMPLATES } from "../../../domain/around/outside-records.ts";
import { NOTHING } from "../../../domain/play/budget/ledger.budget.ts";
import { DELIVERIES, TURNS } from "../../../domain/play/records/kinds.record.ts";
import type { StoredShare } from "../../../domain/play/records/stored.ts";
import type { WebhookDelivery } from "../../../domain/shapes/schemas/webhook.schema.ts";
import { NO_SPEND } from "../../../domain/shapes/state/costs.state.ts";
import { BACKLOG } from "../../../features/backlog/domain/backlog-records.ts";
import { mostOf } from "../../../features/experiments/domain/experiment.ts";
import { DEFINITIONS, EXPERIMENTS, ITEMS, PROGRESS } from "../../../features/experiments/domain/experiment-records.ts";
import { idOf } from "../../../features/openai/api/ids.openai-api.ts";
import { ASKED, type Asked } from "../../../features/openai/domain/asked.openai.ts";
import { createPresets } from "../../../features/presets/api/presets.api.ts";
import { createSchedule } from "../../../features/schedules/api/schedules.api.ts";
import { SCHEDULE_RUNS } from "../../../features/schedules/domain/schedule-records.ts";
import { putShare } from "../../../features/shares/api/shares.ts";
import { callOf, connectMcp, requestOf as mcpRequestOf } from "../../support/mcp.ts";
import { completed, turn } from "../events/debate-events.ts";
import { type Operation, operationsOf } from "../openapi/operations.ts";
import { demoRequest } from "../requests.ts";
import { append, createWorld, storeDebate, type World } from "../world.ts";
import { as, makeKey } from "./keys.ts";

/** Stands in everything that belongs to the first tenant. */
const MARK = "heron-7Q";

interface Tenant {
  token: string;
  /** Ids by the part of the path that they follow. */
  ids: Record<string, string>;
}

const TEMPLATE = { name: `Ask the ${MARK}`, text: "Ask twice." };
const ANSWERS = { answers: [{ questionId: "q1", answer: "Yes." }] };
/** What passes the checks of operations with ids that do not take an empty object. */
const BODIES: Record<string, unknown> = {
  "put /v1/templates/{id}": TEMPLATE,
  "put /v1/presets/{name}": { request: {} },
  "post /v1/debates/{id}/answers": ANSWERS,
  "put /v1/debates/{id}/rating": { rating: 5 },
  "put /v1/debates/{id}/outcome": { outcome: "right" },
  "post /v1/debates/{id}/fork": { afterRound: 0 },
  "post /v1/debates/{id}/rejudge": { judge: { model: "demo/judge" } },
  "post /v1/debates/{id}/shares": { expiresInSeconds: 60 },
  "post /v1/debates/{id}/decisions/{decisionId}": { option: "end" },
  "put /v1/schedules/{id}": scheduleOf("nothing"),
  "post /v1/schedules/{id}/backfill": { from: "2026-11-20T08:30:00Z", to: "2026-11-20T09:30:00Z" },
  "post /agui/{preset}": {
    threadId: "birds",
    runId: "1",
    messages: [{ id: "1", role: "user", content: "Is it a bird?" }],
  },
  "post /v1/experiments/{id}/arms": { arms: [{ name: "more", patch: {} }] },
};
const EXPERIMENT = {
  name: `The ${MARK}`,
  base: demoBase(),
  items: [{ question: "Is it a bird?" }],
  arms: [{ name: "debate", patch: {} }],
};
/** What makes something of one's own, which no other tenant may find in the list at the same address. */
const CREATES: Record<string, unknown> = {
  "post /v1/debates": demoRequest(),
  "post /v1/templates": TEMPLATE,
  "post /v1/presets": { name: "nest", request: { tags: [MARK] } },
  "post /v1/experiments": EXPERIMENT,
  "post /v1/schedules": scheduleOf(MARK),
  "post /v1/keys": { scopes: ["read"] },
};
/** Lists with the query that finds everything. */
const LISTS: Record<string, string> = {
  "get /v1/debates": "",
  "get /v1/templates": "?limit=100",
  "get /v1/presets": "?limit=100",
  "get /openai/v1/models": "",
  "get /v1/experiments": "",
  "get /v1/schedules": "",
  "get /v1/files": "",
  "get /v1/templates/search": `?q=${MARK}`,
  "get /v1/keys": "",
};
/** The same for everybody. */
const SHARED = ["get /v1/models", "get /v1/formats", "get /v1/roles"];
/** The operator's alone: tests/api/metrics.played.test.ts, tests/api/quotas. */
const OPERATOR = ["get /metrics", "get /v1/quotas/{tenant}", "put /v1/quotas/{tenant}", "delete /v1/quotas/{tenant}"];
/** From the request or the tenant's debates alone (tests/api/ratings, tests/api/quotas, tests/openai, tests/a2a), or stored under its tenant (tests/api/import.played.test.ts, tests/store/files.test.ts). */
const ALONE = [
  "post /openai/v1/chat/completions",
  "post /openai/v1/responses",
  "post /a2a",
  "post /v1/positions",
  "post /v1/estimates",
  "post /v1/debates/import",
  "post /v1/files",
  "get /v1/ratings",
  "get /v1/ratings/calibration",
  "get /v1/ratings/levels",
  "get /v1/quota",
];

const TASKS = { "io.modelcontextprotocol/tasks": {} };

let world: World;
let owner: Tenant;
let stranger: Tenant;
let operations: Operation[];
beforeAll(async () => {
  world = await createWorld();
  [owner, stranger] = [await tenantOf("heron"), await tenantOf("stork")];
  operations = (await operationsOf(world.app)).filter(({ path }) => !isOpenPath(path));
});
afterAll(() => world[Symbol.asyncDispose]());

/** A tenant with at least two of everything, also when one was deleted; only the first one's is marked. */
async function tenantOf(tenant: string): Promise<Tenant> {
  const mark = tenant === "stork" ? "nothing" : MARK;
  const { token } = await makeKey(world.store, { tenant, scopes: ["admin"], name: mark });
  const { key } = await makeKey(world.store, { tenant, name: mark });
  const request = { topic: `Is the ${mark} a bird?` };
  for (let n = 0; n < 2; n++) await storeDebate(world.store, { tenant, request });
  const debate = await storeDebate(world.store, {
    tenant,
    request,
    state: { status: "completed", decisionsAsked: tenant === "heron" ? 1 : 0 },
  });
  await append(world.store, debate, [completed]);
  if (tenant !== "stork") await world.store.records.put({ tenant, debateId: debate.id }, TURNS, turn());
  for (const eventId of [1, 2])
    await world.store.records.put({ tenant, debateId: debate.id }, DELIVERIES, deliveryOf(debate.id, eventId));
  await world.store.records.put({ tenant, debateId: debate.id }, BACKLOG, {
    id: tenant === "heron" ? "c1" : "c9",
    command: "resume",
    status: "waiting",
    acceptedAt: debate.createdAt,
    number: 1,
    input: { reason: mark },
  });
  const share = shareOf(mark);
  await putShare(world.store.records, { tenant, debateId: debate.id }, share);
  const templates = [createTemplateId(new Date()), createTemplateId(new Date())];
  for (const id of templates)
    await world.store.records.put({ tenant }, TEMPLATES, {
      id,
      name: `The ${mark}`,
      text: `Ask the ${mark}.`,
      tags: [],
    });
  const presets = createPresets(world.deps);
  for (const name of [`${tenant}-plan`, mark.toLowerCase()])
    for (const maxRounds of [2, 3]) {
      const saved = { description: `The ${mark}`, request: { maxRounds } };
      await presets.save({ tenant, name, saved, expected: () => {} });
    }
  const schedules = [await storeSchedule(tenant, mark), await storeSchedule(tenant, mark)];
  const files = [await storeFile(tenant, mark), await storeFile(tenant, mark)];
  const experiments = [await storeExperiment(tenant, mark), await storeExperiment(tenant, mark)];
  return {
    token,
    ids: {
      debates: debate.id,
      experiments: experiments[0] ?? "",
      compare: debate.id,
      commands: tenant === "heron" ? "c1" : "c9",
      decisions: tenant === "heron" ? "d1" : "d9",
      turns: turn().id,
      presets: `${tenant}-plan`,
      schedules: schedules[0] ?? "",
      files: files[0] ?? "",
      pages: tenant === "heron" ? "2" : "9",
      models: `parley%2F${tenant}-plan`,
      agui: `${tenant}-plan`,
      completions: await storeAsked(tenant, "chat"),
      responses: await storeAsked(tenant, "responses"),
      templates: templates[0] ?? "",
      keys: key.id,
      quotas: tenant,
      "webhook-deliveries": `${debate.id}_1`,
      shares: share.id,
    },
  };
}

/** A debate that was asked for in OpenAI's format, and is over. */
async function storeAsked(tenant: string, by: Asked["by"]): Promise<string> {
  const { id } = await storeDebate(world.store, { tenant, state: { status: "completed" } });
  const mark = tenant === "stork" ? "nothing" : MARK;
  await world.store.records.put({ tenant, debateId: id }, ASKED, {
    by,
    model: "parley/quick",
    input: [{ role: "user", text: `Is the ${mark} a bird?` }],
    instructions: null,
    previous: null,
    metadata: {},
    verbosity: "medium",
    format: { type: "text" },
    background: false,
  });
  return idOf(by, id);
}

/** A debate's request without its topic, which each item gives. */
function demoBase(): Record<string, unknown> {
  const { topic: _ofEachItem, ...base } = demoRequest() as Record<string, unknown>;
  return base;
}

/** Paused, so it begins nothing by itself. */
function scheduleOf(mark: string): object {
  return { name: `The ${mark}`, request: demoRequest(), cron: "0 9 * * *", paused: true };
}

/** With two runs. */
async function storeSchedule(tenant: string, mark: string): Promise<string> {
  const { id } = await createSchedule(world.deps, { tenant, body: scheduleOf(mark) });
  for (const n of [1, 2]) {
    const at = "2026-11-21T12:00:00.000Z";
    const run = { id: `run-20261121-12000${n}-7K2M9Q`, scheduledFor: at, startedAt: at, debateId: null, reason: mark };
    await world.store.records.put({ tenant, scheduleId: id }, SCHEDULE_RUNS, run);
  }
  return id;
}

async function storeFile(tenant: string, mark: string): Promise<string> {
  const id = createFileId(new Date());
  const createdAt = new Date().toISOString();
  const about = { id, name: `${mark}.pdf`, mediaType: "application/pdf" as const, bytes: mark.length, createdAt };
  const file = { ...about, pages: tenant === "heron" ? 2 : 1 };
  await world.store.files.put(tenant, { file, original: Buffer.from(mark), passages: [[1, mark]] });
  return id;
}

/** One that is over, so that no workflow is asked. */
async function storeExperiment(tenant: string, mark: string): Promise<string> {
  const id = createExperimentId(new Date());
  const key = { tenant, experimentId: id };
  const { settings, store } = world.deps;
  const { durations, continueAfterEvents } = settings;
  const at = new Date().toISOString();
  const { base, arms } = EXPERIMENT;
  const design = { id, name: `The ${mark}`, base, arms, items: 1, repetitions: 1, concurrency: 1, budget: null };
  await store.records.put(key, DEFINITIONS, { ...design, durations, continueAfterEvents, createdAt: at });
  await store.records.put(key, ITEMS, {
    chunk: 0,
    items: [{ id: "i1", question: `Is the ${mark} a bird?`, answers: null, expected: null }],
  });
  const counts = { done: 0, failed: 0, running: 0, spent: NO_SPEND, unsettled: NOTHING, most: mostOf(null) };
  await store.records.put(key, PROGRESS, { version: 1, status: "completed", ...counts, at });
  await store.records.put(key, EXPERIMENTS, { id });
  return id;
}

function shareOf(mark: string): StoredShare {
  const at = Date.now();
  const [createdAt, expiresAt] = [new Date(at).toISOString(), new Date(at + 60_000).toISOString()];
  const hash = createHash("sha256").update(mark).digest("hex");
  return { id: hash.slice(0, 12), hash, createdAt, expiresAt };
}

function deliveryOf(debateId: string, eventId: number): WebhookDelivery {
  const at = "2026-11-21T12:00:00.000Z";
  const times = { firstAttemptAt: at, lastAttemptAt: at, nextAttemptAt: null, deliveredAt: at };
  const answer = { attempts: 1, responseStatus: 204, error: null };
  return { id: `${debateId}_${eventId}`, eventId, type: "round.started", status: "delivered", ...answer, ...times };
}

/** The path with each id taken from one of the tenants, in turn. Fails for a kind of id that no tenant has. */
function fill(path: string, tenants: Tenant[]): string {
  let at = 0;
  return path.replaceAll(/([\w-]+)\/\{\w+\}/g, (_, before: string) => {
    const id = tenants[Math.min(at++, tenants.length - 1)]?.ids[before];
    if (id === undefined) throw new Error(`${path}: give each tenant an id to stand after ${before}/`);
    return `${before}/${id}`;
  });
}

const hasId = ({ path, name }: Operation) => path.includes("{") && !OPERATOR.includes(name);

function call(tenant: Tenant, operation: Operation, path = operation.path, app = world.app) {
  const { method, name } = operation;
  const body = method === "GET" || method === "DELETE" ? undefined : (CREATES[name] ?? BODIES[name] ?? {});
  return as(app, tenant.token, { method, path, body });
}

test("Every operation has a rule: an id in its path, or a place in one of the lists above.", () => {
  const ruled = [...Object.keys(CREATES), ...Object.keys(LISTS), ...SHARED, ...ALONE, ...OPERATOR];
  expect(operations.filter((each) => !hasId(each) && !ruled.includes(each.name)).map(({ name }) => name)).toEqual([]);
  expect(operations.length).toBeGreaterThan(20);
});

test("Another tenant's id is a 404 in every operation, at every place of its path, and nothing is changed.", async () => {
  const before = await snapshot();
  for (const operation of operations.filter(hasId)) {
    const places = operation.path.split("{").length - 1;
    const mixes = places > 1 ? [[owner], [stranger, owner], [owner, stranger]] : [[owner]];
    for (const mix of mixes) {
      const path = fill(operation.path, mix);
      const response = await call(stranger, operation, path);
      expect([operation.name, path, response.status]).toEqual([operation.name, path, 404]);
      expect(await response.text()).not.toContain(MARK);
    }
  }
  expect(await snapshot()).toEqual(before);
});

test("The same ids are found by their own tenant, in every operation.", async () => {
  const harmlessFirst = operations.filter(hasId).toSorted((a, b) => rank(a) - rank(b));
  // No worker answers a command here, and 503 is no refusal.
  const app = world.appWith({ settings: { commandTimeoutMs: 100 } });
  for (const operation of harmlessFirst) {
    const response = await call(owner, operation, fill(operation.path, [owner]), app);
    expect([operation.name, response.status]).not.toEqual([operation.name, expect.toBeOneOf([401, 403, 404])]);
    if (operation.path.endsWith("/events") || operation.path.startsWith("/agui/")) await response.body?.cancel();
  }
});

test("Lists hold what is one's own, and nothing of another tenant.", async () => {
  for (const [name, query] of Object.entries(LISTS)) {
    const operation = operations.find((each) => each.name === name);
    const path = `${operation?.path}${query}`;
    const [mine, theirs] = await Promise.all(
      [owner, stranger].map(async ({ token }) => (await as(world.app, token, { path })).text()),
    );
    expect([name, mine]).toEqual([name, expect.stringMatching(new RegExp(MARK, "i"))]);
    expect([name, theirs]).toEqual([name, expect.not.stringMatching(new RegExp(MARK, "i"))]);
  }
});

test("Cursors are refused when another tenant shows them, in every operation that takes one.", async () => {
  // Its debates are all still there.
  const pager = await tenantOf("ibis");
  const paged = operations.filter(({ query }) => query.includes("cursor"));
  expect(paged.map(({ name }) => name)).toEqual(expect.arrayContaining(["get /v1/debates", "get /v1/keys"]));
  for (const { name, path: template } of paged) {
    const path = fill(template, [pager]);
    const page = await as(world.app, pager.token, { path: `${path}?limit=1` });
    const { nextCursor } = (await page.json()) as { nextCursor: string };
    const next = `${path}?limit=1&cursor=${encodeURIComponent(nextCursor)}`;
    expect([name, (await as(world.app, pager.token, { path: next })).status]).toEqual([name, 200]);
    const refused = template.includes("{") ? 404 : 400;
    expect([name, (await as(world.app, stranger.token, { path: next })).status]).toEqual([name, refused]);
  }
});

test("What one tenant makes, no other finds.", async () => {
  for (const name of Object.keys(CREATES)) {
    const operation = operations.find((each) => each.name === name) as Operation;
    const response = await call(stranger, operation);
    expect([name, response.status]).toEqual([name, 201]);
    const { id, name: own } = (await response.json()) as { id?: string; name?: string };
    const made = id ?? own ?? "nothing";
    const listOf = async ({ token }: Tenant) =>
      (await as(world.app, token, { path: `${operation.path}?limit=100` })).text();
    expect(await listOf(stranger)).toContain(made);
    expect(await listOf(owner)).not.toContain(made);
  }
});

test("What is the same for everybody is the same for both.", async () => {
  for (const name of SHARED) {
    const operation = operations.find((each) => each.name === name) as Operation;
    const [mine, theirs] = await Promise.all([call(owner, operation), call(stranger, operation)]);
    expect([name, mine.status]).toEqual([name, 200]);
    expect(await mine.text()).toBe(await theirs.text());
  }
});

describe("Over MCP", () => {
  const connect = ({ token }: Tenant) =>
    connectMcp({ url: "http://localhost", token, fetch: async (url, init) => world.app.request(url, init) });
  /** Calls of tools that name a debate; an example of every other field. */
  const usesOf = async (client: Client, id: string) =>
    (await client.listTools()).tools
      .filter(({ inputSchema }) => inputSchema.properties?.["id"])
      .map(({ name }) => ({ name, arguments: { id, ...ARGUMENTS[name] } }));
  const ARGUMENTS: Record<string, object> = {
    answer_questions: ANSWERS,
    decide: { decisionId: "d1", option: "end" },
    interject: { text: "Mind the costs." },
  };

  test("no tool, resource or task finds another tenant's debate.", async () => {
    // The tests above have deleted what the first owner had.
    const holder = await tenantOf("egret");
    const id = holder.ids["debates"] ?? "";
    const read = async () => (await as(world.app, holder.token, { path: `/v1/debates/${id}` })).text();
    const before = await read();
    const [mine, theirs] = await Promise.all([connect(holder), connect(stranger)]);
    const uses = await usesOf(theirs, id);
    expect(uses.length).toBeGreaterThan(4);
    for (const use of uses) {
      const result = await theirs.callTool(use);
      const [first] = result.content;
      const kind = use.name === "get_experiment" ? "experiment" : "debate";
      expect([use.name, result.isError, first]).toMatchObject([use.name, true, { text: `there is no ${kind} ${id}` }]);
    }
    expect((await mine.callTool({ name: "get_debate", arguments: { id } })).isError).toBeUndefined();
    for (const uri of [`parley://debates/${id}/transcript`, `parley://debates/${id}/transcript.json`]) {
      await expect(theirs.readResource({ uri })).rejects.toThrow("there is no resource");
      expect(JSON.stringify(await mine.readResource({ uri }))).toContain(MARK);
    }
    for (const method of ["tasks/get", "tasks/update", "tasks/cancel"]) {
      const asked = callOf(method, { taskId: id, inputResponses: {} }, { extensions: TASKS });
      const answer = async ({ token }: Tenant) =>
        (await world.app.request("/mcp", mcpRequestOf(asked, { token }))).json() as Promise<object>;
      const refusal = { error: { code: -32_602, message: `there is no task ${id}` } };
      expect([method, await answer(stranger)]).toMatchObject([method, refusal]);
      expect([method, await answer(holder)]).toMatchObject([method, { result: {} }]);
    }
    expect(await read()).toBe(before);
  });

  test("lists hold what is one's own, and nothing of another tenant.", async () => {
    const listed = async (tenant: Tenant) => {
      const client = await connect(tenant);
      const found = await client.callTool({ name: "find_debates", arguments: { limit: 100 } });
      return [found, await client.listResources(), await client.listPrompts()].map((list) => JSON.stringify(list));
    };
    for (const list of await listed(owner)) expect(list).toContain(MARK);
    for (const list of await listed(stranger)) expect(list).not.toContain(MARK);
  });
});

test("Every operation asks for a key and its scope, and says so in its description.", async () => {
  const weak = await makeKey(world.store, { tenant: "stork", scopes: ["read"] });
  const weaker = await makeKey(world.store, { tenant: "stork", scopes: ["write"] });
  for (const { name, method, path, scopes, responses } of operations) {
    const place = fill(path, [stranger]);
    expect([name, (await world.app.request(place, { method })).status]).toEqual([name, 401]);
    if (scopes[0] !== "read") {
      const token = scopes[0] === "admin" ? weaker.token : weak.token;
      expect([name, (await as(world.app, token, { method, path: place })).status]).toEqual([name, 403]);
    }
    expect([name, scopes.length]).toEqual([name, 1]);
    expect([name, Object.keys(responses)]).toEqual([name, expect.arrayContaining(["401", "403", "429"])]);
    expect(Object.keys(responses["401"]?.headers ?? {})).toEqual(["WWW-Authenticate"]);
    expect(Object.keys(responses["429"]?.headers ?? {}).toSorted()).toEqual([
      "RateLimit",
      "RateLimit-Policy",
      "Retry-After",
    ]);
  }
});

/** Reading first, what removes something last, and the debate itself after what is part of it. */
function rank({ method, path }: Operation): number {
  if (method !== "DELETE") return method === "GET" ? 0 : 1;
  return path.split("{").length > 2 ? 2 : 3;
}

/** All that the owner can read by id. */
async function snapshot(): Promise<string[]> {
  const reads = operations.filter((each) => hasId(each) && each.method === "GET");
  return Promise.all(
    reads.map(async (operation) => {
      if (operation.path.endsWith("/events")) return "";
      return (await call(owner, operation, fill(operation.path, [owner]))).text();
    }),
  );
}
