import type { AddressInfo } from "node:net";
import { type ServerType, serve } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { gapOf, LONGEST_GAP_MS, replay } from "../../../api/events/replay.ts";
import type { DraftEvent } from "../../../domain/play/events/events.ts";
import type { DebateRecord } from "../../../store/port/debates.port.ts";
import { append, createWorld, problemOf, storeDebate, type World } from "../world.ts";
import { completed, SHORT_LOG } from "./debate-events.ts";
import { SseReader } from "./sse.ts";

let world: World;
let server: ServerType;
let base: string;
beforeAll(async () => {
  world = await createWorld();
  const { promise, resolve } = Promise.withResolvers<AddressInfo>();
  server = serve({ fetch: world.app.fetch, hostname: "127.0.0.1", port: 0 }, resolve);
  base = `http://127.0.0.1:${(await promise).port}`;
});
afterAll(async () => {
  server.close();
  await world[Symbol.asyncDispose]();
});

const START = Date.parse("2026-11-21T12:00:00.000Z");
/** The short log with so many milliseconds between its events. */
const spaced = (ms: number): DraftEvent[] =>
  SHORT_LOG.map((event, i) => ({ ...event, at: new Date(START + i * ms).toISOString() }));

async function stored(events: DraftEvent[]): Promise<DebateRecord> {
  const record = await storeDebate(world.store, { state: { status: "completed" } });
  await append(world.store, record, events);
  return record;
}

async function replayed({ id }: DebateRecord, query: string, headers = {}) {
  const begun = performance.now();
  const reader = await SseReader.open(`${base}/v1/debates/${id}/events?replay=true&${query}`, headers);
  const ids = (await reader.rest()).flatMap((frame) => frame.id ?? []);
  return { ids, ms: performance.now() - begun };
}

test("A replay tells all events in their order, at the pace at which they were written, times its speed.", async () => {
  const record = await stored(spaced(400));
  const ids = SHORT_LOG.map((_, i) => i + 1);
  const slow = await replayed(record, "speed=2");
  const fast = await replayed(await stored(spaced(60_000)), "speed=1000");
  expect([slow.ids, fast.ids]).toEqual([ids, ids]);
  // Five gaps of 400 ms at double speed.
  expect(slow.ms).toBeGreaterThan(950);
  // Five gaps that count as five seconds each, a thousand times as fast: 25 ms, where 25 s would be the pace.
  expect(fast.ms).toBeLessThan(20_000);
});

test("A replay goes on after what its reader has, and takes the filters of every stream.", async () => {
  const record = await stored(spaced(10));
  expect((await replayed(record, "after=4")).ids).toEqual([5, 6]);
  expect((await replayed(record, "after=1", { "last-event-id": "5" })).ids).toEqual([6]);
  expect((await replayed(record, "types=round.started")).ids).toEqual([2, 6]);
  expect((await replayed(record, "deltas=false")).ids).not.toContain(3);
  const done = await world.get(`/v1/debates/${record.id}/events?replay=true&after=6`);
  expect(done.status).toBe(204);
});

test("A long gap counts as five seconds, and a clock that went back as none.", () => {
  const at = (ms: number) => ({ at: new Date(START + ms).toISOString() });
  expect(gapOf(at(0), at(300))).toBe(300);
  expect(gapOf(at(0), at(7 * 86_400_000))).toBe(LONGEST_GAP_MS);
  expect(gapOf(at(300), at(0))).toBe(0);
});

test("A debate that is not over is told from its beginning and then followed to its end.", async () => {
  const record = await storeDebate(world.store, { state: { status: "running" } });
  await append(world.store, record, spaced(10).slice(0, 5));
  const reader = await SseReader.open(`${base}/v1/debates/${record.id}/events?replay=true`);
  for (const id of [undefined, 1, 2, 3, 4, 5]) expect((await reader.next())?.id).toBe(id);
  await append(world.store, record, [{ ...completed, at: new Date(START + 60).toISOString() }]);
  expect((await reader.rest()).map((frame) => frame.event)).toEqual(["debate.completed"]);
});

test("A replay ends at once when its reader leaves in the middle of a gap.", async () => {
  const { tenant, id } = await stored(spaced(60_000));
  const left = new AbortController();
  const input = { log: world.store.log, debate: { tenant, debateId: id }, after: 0, speed: 0.1, signal: left.signal };
  const events = replay(input);
  expect((await events.next()).value).toMatchObject({ id: 1 });
  const next = events.next();
  left.abort();
  expect(await next).toEqual({ value: undefined, done: true });
});

test("A replay closes with the server.", async () => {
  const closing = new AbortController();
  const app = world.appWith({ closing: closing.signal });
  const { id } = await stored(spaced(60_000));
  const response = await app.request(`/v1/debates/${id}/events?replay=true`);
  const text = response.text();
  closing.abort();
  expect((await text).match(/^retry: 1000$/gm)).toHaveLength(2);
});

test.each(["speed=0", "speed=1001", "speed=fast", "replay=yes", "speed=1e3"])("%s is refused.", async (query) => {
  const { id } = await stored(spaced(1));
  const response = await world.get(`/v1/debates/${id}/events?${query}`);
  expect([response.status, (await problemOf(response)).errors?.map((e) => e.pointer)]).toEqual([
    422,
    [`/${query.split("=")[0]}`],
  ]);
});

test("A replay is a stream and nothing else.", async () => {
  const { id } = await stored(spaced(1));
  const response = await world.get(`/v1/debates/${id}/events?replay=true`, { accept: "application/json" });
  expect(response.status).toBe(422);
});
