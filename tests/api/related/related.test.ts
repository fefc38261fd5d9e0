/** Past debates on the same question, over stored debates. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { App } from "../../../api/app.ts";
import type { RelatedDebates } from "../../../domain/around/related/schema.ts";
import { RESULTS } from "../../../domain/play/records/kinds.ts";
import { createStore } from "../../../store/index.ts";
import { type Proxy, startProxy } from "../../store/proxy.ts";
import { result } from "../events/debate-events.ts";
import { createWorld, problemOf, storeDebate, type World } from "../world.ts";

const TOPIC = "Should cities ban cars?";
const POSITIONS = ["Streets are for people.", "A price does what a ban cannot."];

let world: World;
let proxy: Proxy;
/** The same store, whose requests are seen. */
let seen: App;
let close: () => void;
beforeAll(async () => {
  world = await createWorld();
  proxy = await startProxy(world.table.endpoint ?? "");
  const store = createStore({ ...world.table, endpoint: proxy.endpoint });
  close = () => store.close();
  seen = world.appWith({ store });
});
afterAll(async () => {
  close();
  await proxy.stop();
  await world[Symbol.asyncDispose]();
});

interface Over {
  topic?: string;
  winner?: string;
  tenant?: string;
  request?: object;
  day?: number;
}

/** A debate that is over, of a month before. */
async function over({ topic = TOPIC, winner = "p1", tenant = "default", request = {}, day = 1 }: Over = {}) {
  const participants = POSITIONS.map((position, i) => ({ name: `N${i}`, model: "openai/gpt-5.5", position }));
  const at = new Date(Date.UTC(2026, 9, day));
  const { id, state } = await storeDebate(world.store, {
    tenant,
    at,
    request: { topic, participants, ...request },
    state: {
      status: "completed",
      completedAt: at.toISOString(),
      result: { type: "verdict", winner, scores: {} },
    },
  });
  const ruled = result();
  const verdict = { ...ruled.verdict, winner: { participant: winner, reasoning: "better evidence" } };
  await world.store.records.put({ tenant, debateId: id }, RESULTS, { ...ruled, verdict }, state);
  return id;
}

async function related(id: string, query = "", app = world.app): Promise<RelatedDebates> {
  const response = await app.request(`/v1/debates/${id}/related${query}`);
  expect(response.status).toBe(200);
  return (await response.json()) as RelatedDebates;
}

test("Debates on the same question are found, the nearest first, with their answers and where they differ.", async () => {
  const own = await over();
  expect(await related(own)).toEqual({ items: [], searched: 1 });
  const agrees = await over({ topic: "should cities ban CARS", day: 2 });
  const near = await over({ topic: "Should cities ban cars from their centres?", winner: "p2", day: 4 });
  const differs = await over({ winner: "p2", day: 3 });
  await over({ topic: "Is chess a sport?" });
  await over({ tenant: "somebody-else" });
  await storeDebate(world.store, { request: { topic: TOPIC }, state: { status: "running" } });
  const { items, searched } = await related(own);
  expect(searched).toBe(5);
  expect(
    items
      .map(({ id }) => id)
      .slice(0, 2)
      .toSorted(),
  ).toEqual([agrees, differs].toSorted());
  expect(items[2]).toMatchObject({ id: near, differs: null });
  expect(items.find(({ id }) => id === agrees)).toEqual({
    id: agrees,
    topic: "should cities ban CARS",
    format: "round-limited",
    endedAt: "2026-10-02T00:00:00.000Z",
    score: 1,
    answer: "Ada made the better case.",
    differs: false,
    how: "The same position wins in both.",
  });
  expect(items.find(({ id }) => id === differs)).toMatchObject({
    differs: true,
    how: "Another position wins in it: “A price does what a ban cannot.”",
  });
  expect((await related(own, "?limit=1")).items).toHaveLength(1);
});

test("Forks, twins and what was erased are no precedents.", async () => {
  const topic = "Should rivers have rights?";
  const own = await over({ topic });
  const other = await over({ topic });
  const fork = await over({ topic });
  const gone = await over({ topic });
  await world.store.markDebate({ tenant: "default", debateId: own }, { set: "forks", add: fork });
  expect((await related(own)).items.map(({ id }) => id).toSorted()).toEqual([other, gone].toSorted());
  expect((await world.app.request(`/v1/debates/${gone}`, { method: "DELETE" })).status).toBe(204);
  expect((await related(own)).items.map(({ id }) => id)).toEqual([other]);
  expect((await related(fork)).items.map(({ id }) => id)).toEqual([other]);
});

test("A debate that is not over has precedents too, which are not compared.", async () => {
  const topic = "Is a hot dog a sandwich?";
  const past = await over({ topic });
  const { id } = await storeDebate(world.store, { request: { topic }, state: { status: "running" } });
  expect((await related(id)).items).toMatchObject([{ id: past, differs: null, how: "This debate has no answer yet." }]);
});

test("Another tenant's debate has none to show, and a limit is checked.", async () => {
  const id = await over({ tenant: "somebody-else" });
  const response = await world.get(`/v1/debates/${id}/related`);
  expect([response.status, (await problemOf(response)).title]).toEqual([404, expect.any(String)]);
  const own = await over({ topic: "Anything?" });
  for (const limit of ["0", "21", "x"])
    expect((await world.get(`/v1/debates/${own}/related?limit=${limit}`)).status).toBe(422);
});

test("The newest 500 debates are searched in 5 pages, and only those that are answered are read whole.", async () => {
  const topic = "Should libraries lend tools?";
  const own = await over({ topic, day: 28 });
  const old = await over({ topic, day: 1 });
  const state = { status: "completed" } as const;
  const at = new Date(Date.UTC(2026, 9, 20));
  for (let n = 0; n < 50; n++)
    await Promise.all(
      Array.from({ length: 10 }, () =>
        storeDebate(world.store, { at, request: { topic: "Is chess a sport?" }, state }),
      ),
    );
  const near = await over({ topic, day: 27 });
  const before = proxy.seen.length;
  const { items, searched } = await related(own, "?limit=20", seen);
  const requests = proxy.seen.slice(before);
  const readOf = (id: string) => requests.filter(({ operation, body }) => operation === "GetItem" && body.includes(id));
  expect(searched).toBe(500);
  expect(items.map(({ id }) => id)).toEqual([near]);
  expect(items.some(({ id }) => id === old)).toBe(false);
  expect(requests.filter(({ operation }) => operation === "Query")).toHaveLength(5);
  // A debate, its configuration and its result.
  expect([readOf(own).length, readOf(near).length, readOf(old).length]).toEqual([3, 3, 0]);
  expect(requests.length).toBeLessThan(20);
});
