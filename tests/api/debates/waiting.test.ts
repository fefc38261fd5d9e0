/** Readers that wait for one debate to change share their looks at the store. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { LIMITS } from "../../../api/base/limits.api-base.ts";
import { etagOf } from "../../../api/http/conditional.ts";
import type { Store } from "../../../store/port/store.ts";
import { eventually } from "../../support/eventually.ts";
import { as, makeKey } from "../access/keys.ts";
import { createWorld, storeDebate, type World } from "../world.ts";

const READERS = 100;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** The same store, and how often it was asked anything. */
function counted(store: Store) {
  const count = { reads: 0 };
  const counting: Store = {
    ...store,
    getDebate: (key) => (count.reads++, store.getDebate(key)),
    records: { ...store.records, list: (...of) => (count.reads++, store.records.list(...of)) },
  };
  return { store: counting, count };
}

/** How often the store is asked while so many readers wait, from when all of them do until the debate has changed. */
async function readsOf(readers: number): Promise<number> {
  const record = await storeDebate(world.store, { state: { status: "running" } });
  const { store, count } = counted(world.store);
  const app = world.appWith({ store });
  const known = { "if-none-match": etagOf(record) };
  const answers = Array.from({ length: readers }, async () =>
    app.request(`/v1/debates/${record.id}?wait=60`, { headers: known }),
  );
  // Looks are farther apart when all have come.
  await eventually(() => count.reads).toBeGreaterThanOrEqual(8);
  const state = { ...record.state, status: "paused" as const };
  await world.store.putState({ tenant: record.tenant, debateId: record.id, version: 3, state });
  for (const answer of await Promise.all(answers)) {
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ version: 3, status: "paused" });
  }
  return count.reads;
}

test("A hundred readers that wait for one debate cost about as many looks as one, and all see its change.", async () => {
  const alone = await readsOf(1);
  expect(await readsOf(READERS)).toBeLessThan(alone + READERS / 4);
}, 60_000);

test("Readers of different debates each see their own, and one that leaves does not end the others' wait.", async () => {
  const [first, second] = await Promise.all([storeDebate(world.store), storeDebate(world.store)]);
  const leaving = new AbortController();
  const wait = ({ id }: { id: string }, signal?: AbortSignal) =>
    world.app.request(new Request(`http://localhost/v1/debates/${id}?wait=20`, signal ? { signal } : {}));
  const [stays, leaves, other] = [wait(first), wait(first, leaving.signal), wait(second)];
  leaving.abort();
  expect((await leaves).status).toBe(200);
  for (const record of [second, first])
    await world.store.putState({
      tenant: record.tenant,
      debateId: record.id,
      version: 2,
      state: { ...record.state, status: "running" },
    });
  expect(await (await stays).json()).toMatchObject({ id: first.id, version: 2 });
  expect(await (await other).json()).toMatchObject({ id: second.id, version: 2 });
});

test("One key may have so many requests that wait; the next is a 429 that says when to come back, and buys nothing.", async () => {
  const app = world.appWith({ settings: { limits: { ...LIMITS, waits: 2 } } });
  const [mine, other] = [await makeKey(world.store), await makeKey(world.store)];
  const record = await storeDebate(world.store, { state: { status: "running" } });
  const path = `/v1/debates/${record.id}?wait=60`;
  // One that looks too late sees the change at once.
  const wait = async ({ token }: { token: string }) =>
    app.request(path, { headers: { authorization: `Bearer ${token}`, "if-none-match": etagOf(record) } });
  const waiting = [wait(mine), wait(mine)];
  const before = await world.store.listDebates({ tenant: "default", limit: 100, ascending: false });
  const beyond = [
    await as(app, mine.token, { path }),
    await app.request("/v1/debates", {
      method: "POST",
      body: JSON.stringify({ topic: "Should cities ban cars?" }),
      headers: { authorization: `Bearer ${mine.token}`, "content-type": "application/json", prefer: "wait=60" },
    }),
  ];
  for (const { status, headers } of beyond)
    expect([status, Number(headers.get("retry-after")) > 0]).toEqual([429, true]);
  const after = await world.store.listDebates({ tenant: "default", limit: 100, ascending: false });
  expect(after.records.length).toBe(before.records.length);
  expect((await as(app, mine.token, { path: `/v1/debates/${record.id}` })).status, "without waiting").toBe(200);
  waiting.push(wait(other));
  const state = { ...record.state, status: "paused" as const };
  await world.store.putState({ tenant: record.tenant, debateId: record.id, version: 3, state });
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await as(app, mine.token, { path: `/v1/debates/${record.id}?wait=1` })).status, "a place is free again").toBe(
    200,
  );
});
