import type { Client } from "@temporalio/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { COMMANDS_AT_ONCE, COMMANDS_WAITING } from "../../../api/commands/places.ts";
import { createWorld, postOf, storeDebate, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

test("A burst of commands reaches the workers bit by bit: some wait unread, those beyond are refused, and reads go on.", async () => {
  const { id, version, state } = await storeDebate(world.store, { state: { status: "paused" } });
  const gate = Promise.withResolvers<void>();
  let sent = 0;
  const executeUpdate = async () => {
    sent++;
    await gate.promise;
    return { version, state };
  };
  const temporal = {
    workflow: { getHandle: () => ({ executeUpdate }) },
    withDeadline: (_: number, call: () => unknown) => call(),
  };
  let reads = 0;
  const getDebate: World["store"]["getDebate"] = (key) => {
    reads++;
    return world.store.getDebate(key);
  };
  const app = world.appWith({ temporal: temporal as unknown as Client, store: { ...world.store, getDebate } });
  const resume = async () => app.request(`/v1/debates/${id}/resume`, postOf({}));
  const all = Array.from({ length: COMMANDS_AT_ONCE + COMMANDS_WAITING }, resume);
  const beyond = await resume();
  expect([beyond.status, Number(beyond.headers.get("retry-after")) > 0]).toEqual([503, true]);
  await expect.poll(() => sent).toBe(COMMANDS_AT_ONCE);
  expect(reads).toBe(COMMANDS_AT_ONCE);
  expect((await app.request(`/v1/debates/${id}`)).status).toBe(200);
  gate.resolve();
  expect((await Promise.all(all)).map(({ status }) => status)).toEqual(all.map(() => 200));
  expect(sent).toBe(all.length);
});
