/** Readers that wait for one debate to change share their looks at the store. */

import { afterAll, beforeAll, expect, test } from "vitest";
import type { Store } from "../../../store/port.ts";
import { createWorld, storeDebate, type World } from "../world.ts";

const READERS = 300;
const AT_ONCE = 30;

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
  const path = `/v1/debates/${record.id}?wait=60`;
  const answers: Promise<Response>[] = [];
  // They come in groups: all at once, their first reads would wait for each other until the store gives up.
  while (answers.length < readers) {
    const group = Math.min(AT_ONCE, readers - answers.length);
    answers.push(...Array.from({ length: group }, async () => app.request(path)));
    await expect.poll(() => count.reads, { timeout: 20_000 }).toBeGreaterThanOrEqual(answers.length);
  }
  await expect.poll(() => count.reads, { timeout: 20_000 }).toBeGreaterThanOrEqual(readers + 5);
  const before = count.reads;
  const state = { ...record.state, status: "paused" as const };
  await expect.poll(() => count.reads, { timeout: 20_000 }).toBeGreaterThanOrEqual(before + 5);
  await world.store.putState({ tenant: record.tenant, debateId: record.id, version: 3, state });
  for (const answer of await Promise.all(answers)) {
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ version: 3, status: "paused" });
  }
  return count.reads - readers;
}

test("Three hundred readers that wait for one debate cost about as many looks as one, and all see its change.", async () => {
  const alone = await readsOf(1);
  expect(await readsOf(READERS)).toBeLessThan(alone + READERS / 2);
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
