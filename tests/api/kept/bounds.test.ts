import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { revise } from "../../../activities/owner/revise.ts";
import { createApiKey, revokeApiKey } from "../../../api/access/api-keys.access.ts";
import { KEPT, type KeptKind, type KeptLimits, parseKeptLimits } from "../../../domain/around/kept-limits.ts";
import { API_KEYS } from "../../../domain/around/outside-records.ts";
import { planOf } from "../../../domain/play/beginning/create-plan.ts";
import { MOST_CHANGES } from "../../../store/records/changes.records.ts";
import { SHORT } from "../../support/random/plans.ts";
import { demoRequest } from "../requests.ts";
import { createWorld, postOf, problemOf, storeDebate, type World } from "../world.ts";

const MB = 1_000_000;
const FEW = { things: 100, bytes: 10 * MB };
/** Files are parsed a few at a time, and Temporal has something for each of the others. */
const SOME = { things: 8, bytes: 10 * MB };
const kept: KeptLimits = {
  debates: SOME,
  templates: FEW,
  presets: SOME,
  files: SOME,
  schedules: SOME,
  experiments: SOME,
  keys: SOME,
};

let world: World;
let shared: string;
beforeAll(async () => {
  world = await createWorld({ kept });
  shared = (await storeDebate(world.store, { state: { status: "completed" } })).id;
});
afterAll(() => world[Symbol.asyncDispose]());

interface Bounded {
  most: number;
  path: () => string;
  body: (n: number) => unknown;
  /** Words of the refusal. */
  remedy: string;
}

const participants = [
  { name: "Ada", model: "demo/debater" },
  { name: "Ben", model: "demo/debater" },
];
const BOUNDED: Record<Exclude<KeptKind, "keys"> | "shares", Bounded> = {
  debates: {
    most: SOME.things,
    path: () => "/v1/debates",
    body: (n) => demoRequest({ topic: `Draft ${n}`, start: false }),
    remedy: "DELETE /v1/debates/{id}",
  },
  templates: {
    most: FEW.things,
    path: () => "/v1/templates",
    body: (n) => ({ name: `Template ${n}`, text: "Say it.", tags: [] }),
    remedy: "DELETE /v1/templates/{id}",
  },
  presets: {
    most: SOME.things,
    path: () => "/v1/presets",
    body: (n) => ({ name: `preset-${n}`, request: { participants } }),
    remedy: "DELETE /v1/presets/{name}",
  },
  files: {
    most: SOME.things,
    path: () => "/v1/files?name=a.txt",
    body: (n) => `A file, the ${n}th.`,
    remedy: "DELETE /v1/files/{id}",
  },
  schedules: {
    most: SOME.things,
    path: () => "/v1/schedules",
    body: (n) => ({ name: `Schedule ${n}`, interval: "7d", paused: true, request: demoRequest() }),
    remedy: "DELETE /v1/schedules/{id}",
  },
  experiments: {
    most: SOME.things,
    path: () => "/v1/experiments",
    body: (n) => ({
      name: `Experiment ${n}`,
      items: [{ id: "prime", question: "Is 7 prime?", expected: "yes" }],
      base: { participants, judge: { model: "demo/judge" } },
      arms: [{ name: "single", baseline: { vote: 1 } }],
    }),
    remedy: "operator",
  },
  shares: {
    most: 100,
    path: () => `/v1/debates/${shared}/shares`,
    body: () => ({ expiresInSeconds: 600 }),
    remedy: "revoke one",
  },
};

const create = ({ path, body }: Bounded, n: number) => {
  const sent = body(n);
  const type = typeof sent === "string" ? "application/octet-stream" : "application/json";
  return world.post(path(), sent, { "content-type": type });
};

describe.each(Object.keys(BOUNDED) as (keyof typeof BOUNDED)[])("A bound on %s", (kind) => {
  const bounded = BOUNDED[kind];

  test("takes exactly so many of those that come at once, and says what to delete.", async () => {
    const extra = Math.ceil(bounded.most * 0.3);
    const all = Array.from({ length: bounded.most + extra }, (_, n) => create(bounded, n));
    const answers = await Promise.all(all);
    const taken = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status === 409);
    expect(answers.map(({ status }) => status).filter((status) => status !== 201 && status !== 409)).toEqual([]);
    expect([taken.length, refused.length]).toEqual([bounded.most, extra]);
    for (const answer of refused.slice(0, 2)) expect((await problemOf(answer)).detail).toContain(bounded.remedy);
  });
});

/** Those of which one is deleted by a single request. */
const DELETED = ["templates", "presets", "files", "schedules", "shares"] as const;

test.each(DELETED)("Room for one of the %s is there again once one is deleted.", async (kind) => {
  const bounded = BOUNDED[kind];
  const at = bounded.path().replace(/\?.*/, "");
  const { items } = (await (await world.get(kind === "shares" ? at : `${at}?limit=50`)).json()) as {
    items: { id?: string; name: string; builtIn?: boolean }[];
  };
  const own = items.find(({ builtIn }) => !builtIn);
  const gone = await world.app.request(`${at}/${own?.id ?? own?.name}`, { method: "DELETE" });
  expect(gone.status).toBe(204);
  expect((await create(bounded, 1_000)).status).toBe(201);
  expect((await create(bounded, 1_001)).status).toBe(409);
});

test("The places of one tenant are no other's, and a repeat with the same key takes none.", async () => {
  await using other = await createWorld({ kept: { ...kept, debates: { things: 1, bytes: MB } } });
  const draft = demoRequest({ start: false });
  const key = { "idempotency-key": "one place" };
  const first = await other.post("/v1/debates", draft, key);
  expect([first.status, (await other.post("/v1/debates", draft, key)).status]).toEqual([201, 201]);
  expect((await other.post("/v1/debates", draft)).status).toBe(409);
  expect(await other.store.shelves.put({ tenant: "b", of: "debates" }, { id: "x", bytes: 1 }, FEW)).toBe("new");
});

test("Bytes are counted as well as things, of a draft as of a file.", async () => {
  // The request is kept beside the configuration that it leads to.
  const small = { things: 100, bytes: 200_000 };
  await using narrow = await createWorld({ kept: { ...kept, debates: small, files: small } });
  const draft = () => narrow.post("/v1/debates", demoRequest({ start: false, context: "w ".repeat(20_000) }));
  expect([(await draft()).status, (await draft()).status, (await draft()).status]).toEqual([201, 201, 409]);
  const file = () => narrow.app.request("/v1/files?name=a.txt", { ...postOf("w ".repeat(60_000)), headers: {} });
  expect([(await file()).status, (await file()).status]).toEqual([201, 409]);
  // A debate that runs at once is no draft.
  expect((await narrow.post("/v1/debates", demoRequest())).status).toBe(201);
});

test("Versions of deleted presets make room when it is needed, and their names go on counting.", async () => {
  await using narrow = await createWorld({ kept: { ...kept, presets: { things: 2, bytes: MB } } });
  const save = async (name: string, description: string) => {
    const answer = await narrow.post("/v1/presets", { name, description, request: { participants } });
    return [answer.status, ((await answer.json()) as { version?: number }).version];
  };
  expect([await save("one", "a"), await save("two", "b")]).toEqual([
    [201, 1],
    [201, 1],
  ]);
  expect((await narrow.app.request("/v1/presets/one", { method: "DELETE" })).status).toBe(204);
  expect((await narrow.get("/v1/presets/one@1")).status).toBe(200);
  expect(await save("three", "c")).toEqual([201, 1]);
  expect((await narrow.get("/v1/presets/one@1")).status).toBe(404);
  expect((await narrow.app.request("/v1/presets/three", { method: "DELETE" })).status).toBe(204);
  expect(await save("one", "a")).toEqual([201, 2]);
});

test("API keys have a bound, and one that is revoked or expired takes no place.", async () => {
  await using closed = await createWorld({ kept: { ...kept, keys: { things: 4, bytes: MB } } });
  const first = (await (await closed.post("/v1/keys", { scopes: ["admin"] })).json()) as { token: string };
  const admin = { authorization: `Bearer ${first.token}` };
  const make = (body: object = {}) => closed.post("/v1/keys", { scopes: ["read"], ...body }, admin);
  const answers = await Promise.all(Array.from({ length: 8 }, () => make()));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201, 201, 201, 409, 409, 409, 409, 409,
  ]);
  const refused = answers.find(({ status }) => status === 409) as Response;
  expect((await problemOf(refused)).detail).toContain("at most 4 API keys");

  const made = answers.find(({ status }) => status === 201) as Response;
  const { id } = (await made.json()) as { id: string };
  expect((await closed.app.request(`/v1/keys/${id}`, { method: "DELETE", headers: admin })).status).toBe(204);
  const expiresAt = new Date(Date.now() + 5_000).toISOString();
  expect([(await make({ expiresAt })).status, (await make()).status]).toEqual([201, 409]);
  await expect.poll(async () => (await make()).status).toBe(201);
});

test("A key of before there were bounds takes a place, unless it is revoked.", async () => {
  await using closed = await createWorld({ kept: { ...kept, keys: { things: 2, bytes: MB } } });
  const input = { tenant: "default", request: { scopes: ["admin" as const] }, now: new Date() };
  const { token } = await createApiKey(closed.store.records, input);
  const { key } = await createApiKey(closed.store.records, input);
  const stored = await closed.store.records.get({ id: key.id }, API_KEYS, {});
  if (!stored) throw new Error("it is not stored");
  await revokeApiKey(closed.store.records, stored, new Date());
  const make = () => closed.post("/v1/keys", { scopes: ["read"] }, { authorization: `Bearer ${token}` });
  expect([(await make()).status, (await make()).status]).toEqual([201, 409]);
});

test("The changes of a draft have a bound, and one that comes again takes no more room.", async () => {
  const { id } = (await (await world.post("/v1/debates", demoRequest())).json()) as { id: string };
  const shelf = { tenant: "default", of: "changes" as const, debateId: id };
  const put = (change: string) => world.store.shelves.put(shelf, { id: change, bytes: 40 }, { things: 2, bytes: 100 });
  expect([await put("a"), await put("b"), await put("a"), await put("c")]).toEqual(["new", "new", "known", "full"]);
});

test("A draft that has no room for changes takes none, by request or by signal, and keeps what it has.", async () => {
  const record = await storeDebate(world.store, { state: { status: "configuring" } });
  const { tenant, id: debateId, config } = record;
  const debate = { tenant, debateId };
  await world.store.shelves.put(
    { ...debate, of: "changes" },
    { id: "x", bytes: MOST_CHANGES.bytes - 10 },
    MOST_CHANGES,
  );
  const patch = { topic: "Another?" };
  const refused = await world.app.request(`/v1/debates/${debateId}`, { ...postOf(patch), method: "PATCH" });
  expect([refused.status, (await problemOf(refused)).detail]).toEqual([
    409,
    expect.stringContaining("different changes"),
  ]);

  const plan = planOf({ ...debate, config, durations: SHORT, continueAfterEvents: 1_000 });
  const change = revise({ store: world.store, catalogue: world.deps.catalogue, now: () => new Date() });
  const detail = expect.stringContaining("different changes");
  expect(await change({ debate, kind: "configure", patch, plan, status: "configuring" })).toEqual({
    refused: [{ pointer: "", detail }],
  });
  expect(await world.store.getConfig({ ...debate, generation: 0 })).toEqual(config);
});

test("Limits are read over the defaults, and anything else is refused.", () => {
  expect(parseKeptLimits("files=5:2MB, schedules=7")).toEqual({
    ...KEPT,
    files: { things: 5, bytes: 2 * MB },
    schedules: { ...KEPT.schedules, things: 7 },
  });
  for (const wrong of ["files", "cats=1", "files=0", "files=9999", "files=1:2GB", ""])
    expect(() => parseKeptLimits(wrong), wrong).toThrow("must be like");
});
