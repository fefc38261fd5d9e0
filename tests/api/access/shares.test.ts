/** Share links: what their readers are shown, and how they end. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EventPayloads } from "../../../domain/play/events/events.ts";
import { ASSESSMENTS, RATINGS, RESULTS, SHARES, TURNS } from "../../../domain/play/records/kinds.record.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { assessment, completed, event, result, SHORT_LOG, turn } from "../events/debate-events.ts";
import { append, createWorld, problemOf, storeDebate, type World } from "../world.ts";
import { as, makeKey } from "./keys.ts";

interface Link {
  id: string;
  url: string;
  createdAt: string;
  expiresAt: string;
}

/** Stands in all that a reader is not shown. */
const SECRET = "Bluebird-8842";
const TENANT = "heron-industries";

let world: World;
let key: string;
beforeAll(async () => {
  world = await createWorld();
  key = (await makeKey(world.store, { tenant: TENANT, scopes: ["write"] })).token;
});
afterAll(() => world[Symbol.asyncDispose]());

const share = async (id: string, expiresInSeconds = 600) => {
  const path = `/v1/debates/${id}/shares`;
  const made = await as(world.app, key, { method: "POST", path, body: { expiresInSeconds } });
  expect(made.status).toBe(201);
  return (await made.json()) as Link;
};
const list = async (id: string) =>
  ((await (await as(world.app, key, { path: `/v1/debates/${id}/shares` })).json()) as { items: Omit<Link, "url">[] })
    .items;
const revoke = (id: string, shareId: string) =>
  as(world.app, key, { method: "DELETE", path: `/v1/debates/${id}/shares/${shareId}` });

const INSTRUCTED = {
  tags: [`tag-${SECRET}`],
  metadata: { client: SECRET },
  limits: { maxCostUsd: 77.5, warnAtCostUsd: 55.25 },
  participants: [
    { name: "Ada", model: "demo/debater", position: "Cities should.", instructions: `Never say ${SECRET}.` },
    { name: "Ben", model: "demo/debater", position: "Cities should not.", systemPrompt: `Your client is ${SECRET}.` },
  ],
};

/** What a turn found in the owner's files, and in another debate. */
const FOUND: EventPayloads["exhibits.found"] = {
  round: 1,
  phase: "opening",
  participantId: "p1",
  turnId: "g1-r1-t1",
  use: {
    id: "g1-r1-t1-u1",
    type: "retrieval",
    tool: "passages",
    input: "cars?",
    status: "done",
    exhibits: ["E1"],
    latencyMs: 1,
    at: "2026-11-21T12:00:00.000Z",
  },
  exhibits: [{ id: "E1", title: "cars.pdf, p. 3", text: "Cars are loud.", file: SECRET, page: 3, debate: SECRET }],
};

/** A debate in which everything that is its owner's alone carries the mark. */
async function marked(changes: object = {}) {
  const record = await storeDebate(world.store, { tenant: TENANT, request: INSTRUCTED, ...changes });
  const debate = { tenant: TENANT, debateId: record.id };
  await world.store.records.put(debate, TURNS, turn({ promptSha256: "7".repeat(64) }));
  await world.store.records.put(debate, ASSESSMENTS, assessment());
  await world.store.records.put(debate, RESULTS, result(), { generation: 1 });
  await world.store.records.put(debate, RATINGS, { rating: 2, comment: `Not for ${SECRET}.`, at: record.createdAt });
  const knownOutcome = { outcome: "wrong", note: `As ${SECRET} knows.`, at: record.createdAt } as const;
  await world.store.markDebate(debate, { set: "knownOutcome", knownOutcome });
  const [first, ...rest] = SHORT_LOG;
  const status = { status: "paused", phase: null, round: 1, pausing: false, by: "pause", reason: SECRET } as const;
  await append(world.store, record, [
    ...(first ? [first] : []),
    event("retrieval.completed", { method: "lexical", items: [{ id: "t1", name: SECRET, score: 1 }], latencyMs: 1 }),
    event("exhibits.found", FOUND),
    event("debate.status", status),
    event("command.ignored", { command: "pause", why: SECRET }),
    event("cost.warning", { round: 1, thresholdUsd: 55.25, spentUsd: 1, reservedUsd: 0 }),
    ...rest,
  ]);
  return record;
}

const over = () =>
  marked({
    state: {
      status: "completed",
      round: 1,
      result: { type: "verdict", winner: "p1", scores: { p1: 80, p2: 60 } },
      costWarnings: [
        { thresholdUsd: 55.25, spentUsd: 1, acknowledged: true, acknowledgedAt: "2026-11-21T12:00:00.000Z" },
      ],
    },
  });

describe("A reader of a share", () => {
  test("sees the debate and its verdict, and nothing that is its owner's alone, in every part and format.", async () => {
    const app = world.appWith({ settings: { temporalUiUrl: "http://temporal.internal:8080" } });
    const { id } = await over();
    const { url } = await share(id);
    const owner = await (await as(app, key, { path: `/v1/debates/${id}` })).text();
    for (const mark of [SECRET, "temporal.internal", "77.5", "55.25"]) expect(owner).toContain(mark);
    const parts: [string, Record<string, string>][] = [
      ["debate", {}],
      ["debate?wait=1", {}],
      ["events", { accept: "application/json" }],
      ["events", { accept: "text/event-stream" }],
      ["events?replay=true&speed=1000", { accept: "text/event-stream" }],
      ["transcript?as=json", {}],
      ["transcript?as=md", {}],
      ["transcript?as=html", {}],
      ["transcript?as=inspect", {}],
    ];
    for (const [part, headers] of parts) {
      const response = await app.request(`${url}/${part}`, { headers });
      const text = await response.text();
      expect([part, response.status]).toEqual([part, 200]);
      expect(text).toContain(part.startsWith("debate") ? "Should cities ban cars?" : "Cars take up room.");
      for (const mark of [SECRET, "temporal.internal", "77.5", "55.25", "7".repeat(64), TENANT, `/v1/debates/${id}`])
        expect([part, text]).toEqual([part, expect.not.stringContaining(mark)]);
    }
  });

  test("sees what turns looked up and found, without the owner's files and other debates.", async () => {
    const { id } = await over();
    const { url } = await share(id);
    const log = await world.app.request(`${url}/events`, { headers: { accept: "application/json" } });
    const { items } = (await log.json()) as { items: { type: string }[] };
    expect(items.find(({ type }) => type === "exhibits.found")).toMatchObject({
      participantId: "p1",
      use: FOUND.use,
      exhibits: [{ id: "E1", title: "cars.pdf, p. 3", text: "Cars are loud.", page: 3 }],
    });
  });

  test("is shown no command, no open decision and no draft, and links that lead to what the share opens.", async () => {
    const { id } = await marked({ state: { status: "paused" } });
    const { url } = await share(id);
    const debate = (await (await world.app.request(`${url}/debate`)).json()) as Debate;
    expect(debate).toMatchObject({ allowed: [], pending: null, tags: [], metadata: {}, promptSources: {} });
    expect(debate.links).toEqual({
      self: `${url}/debate`,
      events: `${url}/events`,
      transcript: `${url}/transcript`,
      watch: url,
      temporal: null,
    });
    expect((await world.app.request(debate.links.transcript)).status).toBe(200);
    const draft = await storeDebate(world.store, { tenant: TENANT, state: { status: "configuring" } });
    const shared = await (await world.app.request(`${(await share(draft.id)).url}/debate`)).json();
    expect(shared).not.toHaveProperty("draft");
  });

  test("cannot read the prompt of a turn.", async () => {
    const { id } = await over();
    const { url } = await share(id);
    for (const part of ["turns", "turns/g1-r1-t1", "g1-r1-t1", "costs", "transcript?as=jsonl"])
      expect([part, (await world.app.request(`${url}/${part}`)).status]).toEqual([part, expect.toBeOneOf([401, 404])]);
    const lines = await world.app.request(`${url}/transcript`, { headers: { accept: "application/x-ndjson" } });
    expect(lines.status).toBe(404);
  });
});

describe("A share", () => {
  test("has a token that says nothing of its tenant, its debate or its end, and is stored as a hash.", async () => {
    const { id } = await storeDebate(world.store, { tenant: TENANT });
    const { url } = await share(id);
    const token = url.split("/").at(-1) ?? "";
    expect(token).toMatch(/^[\w-]{43}$/);
    const readings = [token, Buffer.from(token, "base64url").toString("latin1")];
    for (const reading of readings) expect(reading).not.toMatch(new RegExp(`${TENANT}|${id}|deb-|2026`));
    const [stored] = await world.store.records.list({ tenant: TENANT, debateId: id }, SHARES, {});
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  test("is listed until it is revoked or expires, without its address.", async () => {
    const { id } = await storeDebate(world.store, { tenant: TENANT });
    const [first, second] = [await share(id), await share(id, 60)];
    const listed = [first, second].map(({ createdAt, expiresAt, ...link }) => ({ id: link.id, createdAt, expiresAt }));
    expect(await list(id)).toEqual(listed);
    expect((await revoke(id, first.id)).status).toBe(204);
    expect((await list(id)).map((each) => each.id)).toEqual([second.id]);
    const later = world.appWith({ now: () => new Date(Date.now() + 61_000) });
    const expired = await as(later, key, { path: `/v1/debates/${id}/shares` });
    expect(await expired.json()).toEqual({ items: [] });
    const again = await revoke(id, first.id);
    expect([again.status, (await problemOf(again)).type]).toEqual([404, "/problems/not-found"]);
  });

  test("that is revoked answers like one that never was, at once, on the page and in every part.", async () => {
    const { id } = await over();
    const { id: shareId, url } = await share(id);
    expect((await world.app.request(url)).status).toBe(200);
    await revoke(id, shareId);
    const unknown = `/shared/${"A".repeat(43)}`;
    for (const part of ["", "/debate", "/events", "/transcript"]) {
      const [gone, never] = [await world.app.request(`${url}${part}`), await world.app.request(`${unknown}${part}`)];
      expect([part, gone.status, never.status]).toEqual([part, 404, 404]);
      const own = /"(instance|requestId)":"[^"]*"|nonce="[^"]*"/g;
      expect((await gone.text()).replaceAll(own, "")).toBe((await never.text()).replaceAll(own, ""));
    }
  });

  test("is gone with its debate, also when a debate of the same id comes back.", async () => {
    const record = await over();
    const { url } = await share(record.id);
    await append(world.store, record, [completed]);
    expect((await as(world.app, key, { method: "DELETE", path: `/v1/debates/${record.id}` })).status).toBe(204);
    await world.store.createDebate(record);
    const elsewhere = world.appWith({});
    expect((await as(elsewhere, key, { path: `/v1/debates/${record.id}` })).status).toBe(200);
    expect((await elsewhere.request(`${url}/debate`)).status).toBe(404);
    expect(await list(record.id)).toEqual([]);
  });

  test("is one of a hundred at most.", async () => {
    const { id } = await storeDebate(world.store, { tenant: TENANT });
    const links: Link[] = [];
    for (let n = 0; n < 100; n++) links.push(await share(id));
    const post = () =>
      as(world.app, key, { method: "POST", path: `/v1/debates/${id}/shares`, body: { expiresInSeconds: 60 } });
    expect((await problemOf(await post())).type).toBe("/problems/conflict");
    await revoke(id, links[0]?.id ?? "");
    expect((await post()).status).toBe(201);
  });
});

describe("What a reader has open", () => {
  test("ends when the share expires.", async () => {
    const { id } = await marked({ state: { status: "running" } });
    const { url } = await share(id, 1);
    const response = await world.app.request(`${url}/events`, { headers: { accept: "text/event-stream" } });
    expect(await response.text()).toContain("turn.completed");
    expect((await world.app.request(`${url}/debate`)).status).toBe(404);
  }, 20_000);
});
