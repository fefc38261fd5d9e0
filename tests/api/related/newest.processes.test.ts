/** What a search for related debates reads of a tenant that has many. */
import { expect, test } from "vitest";
import { createStore } from "../../../store/index.ts";
import { startProxy } from "../../store/proxy.ts";
import { createWorld, storeDebate } from "../world.ts";
import { relatedTo, storeOver } from "./over.ts";

test("The newest 500 debates are searched in 5 pages, and only those that are answered are read whole.", async () => {
  await using world = await createWorld();
  await using starting = new AsyncDisposableStack();
  const proxy = starting.adopt(await startProxy(world.table.endpoint ?? ""), (it) => it.stop());
  const store = starting.adopt(createStore({ ...world.table, endpoint: proxy.endpoint }), (it) => it.close());
  const topic = "Should libraries lend tools?";
  const own = await storeOver(world, { topic, day: 28 });
  const old = await storeOver(world, { topic, day: 1 });
  const state = { status: "completed" } as const;
  const at = new Date(Date.UTC(2026, 9, 20));
  for (let n = 0; n < 50; n++)
    await Promise.all(
      Array.from({ length: 10 }, () =>
        storeDebate(world.store, { at, request: { topic: "Is chess a sport?" }, state }),
      ),
    );
  const near = await storeOver(world, { topic, day: 27 });
  const before = proxy.seen.length;
  const { items, searched } = await relatedTo(world.appWith({ store }), own, "?limit=20");
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
