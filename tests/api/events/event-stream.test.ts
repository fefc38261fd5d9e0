import type { AddressInfo } from "node:net";
import { type ServerType, serve } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { App } from "../../../api/app.ts";
import { eventStream } from "../../../api/events/stream.event-api.ts";
import type { DebateRecord } from "../../../store/port/debates.port.ts";
import type { EventLog } from "../../../store/port/log.port.ts";
import { append, createWorld, storeDebate, type World } from "../world.ts";
import { completed, created, delta, roundStarted, SHORT_LOG, turnCompleted } from "./debate-events.ts";
import { SseReader } from "./sse.ts";

let world: World;
let server: ServerType;
let base: string;
/** Follows of the log that have begun and have ended. */
const follows = { begun: 0, ended: 0 };

beforeAll(async () => {
  world = await createWorld();
  [server, base] = await listen(world.appWith({ store: { ...world.store, log: watched(world.store.log) } }));
});
afterAll(async () => {
  await close(server);
  await world[Symbol.asyncDispose]();
});

/** The real log, with an eye on who follows it. */
function watched(log: EventLog): EventLog {
  return {
    append: (input) => log.append(input),
    read: (input) => log.read(input),
    standing: (input) => log.standing(input),
    isOver: (debate) => log.isOver(debate),
    follow: (input) => log.follow(input),
    async *batches(input) {
      follows.begun++;
      try {
        yield* log.batches(input);
      } finally {
        follows.ended++;
      }
    },
  };
}

async function listen(app: App): Promise<[ServerType, string]> {
  const { promise, resolve } = Promise.withResolvers<AddressInfo>();
  const started = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, resolve);
  return [started, `http://127.0.0.1:${(await promise).port}`];
}

function close(it: ServerType): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  it.close(() => resolve());
  (it as { closeAllConnections?: () => void }).closeAllConnections?.();
  return promise;
}

const urlOf = ({ id }: DebateRecord, query = "") => `${base}/v1/debates/${id}/events${query}`;
const running = () => storeDebate(world.store, { state: { status: "running" } });

async function finished(): Promise<DebateRecord> {
  const record = await storeDebate(world.store, { state: { status: "completed" } });
  await append(world.store, record, SHORT_LOG);
  return record;
}

test("A late reader is given the whole log, then the end.", async () => {
  const reader = await SseReader.open(urlOf(await finished()));
  expect(Object.fromEntries(reader.response.headers)).toMatchObject({
    "content-type": "text/event-stream",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
  });
  const [first, ...rest] = await reader.rest();
  expect(first).toEqual({ retry: 1000 });
  expect(rest.map((f) => [f.id, f.event])).toEqual(SHORT_LOG.map(({ type }, i) => [i + 1, type]));
  expect(rest[2]?.data).toMatchObject({ id: 3, type: "turn.delta", turnId: "g1-r1-t1", text: "Cars take" });
});

test("Events reach a reader while they are written, and the stream ends after the terminal one.", async () => {
  const record = await running();
  await append(world.store, record, [created]);
  const reader = await SseReader.open(urlOf(record));
  expect(await reader.next()).toEqual({ retry: 1000 });
  expect((await reader.next())?.event).toBe("debate.created");
  await append(world.store, record, [roundStarted]);
  expect((await reader.next())?.id).toBe(2);
  await append(world.store, record, [delta("Cars take")]);
  expect((await reader.next())?.data).toMatchObject({ id: 3, text: "Cars take" });
  await append(world.store, record, [completed]);
  expect((await reader.rest()).map((f) => f.event)).toEqual(["debate.completed"]);
});

test("A reader that lost its connection resumes exactly after what it has.", async () => {
  const record = await running();
  await append(world.store, record, SHORT_LOG.slice(0, 3));
  const first = await SseReader.open(urlOf(record));
  await first.next();
  const seen = [await first.next(), await first.next()].map((f) => f?.id);
  first.leave();
  await append(world.store, record, SHORT_LOG.slice(3));
  const second = await SseReader.open(urlOf(record, "?after=1"), { "last-event-id": String(seen.at(-1)) });
  const rest = (await second.rest()).flatMap((f) => f.id ?? []);
  expect([...seen, ...rest]).toEqual([1, 2, 3, 4, 5, 6]);
});

test("after resumes too, and types and deltas filter the stream.", async () => {
  const record = await finished();
  const idsOf = async (query: string) =>
    (await (await SseReader.open(urlOf(record, query))).rest()).flatMap((f) => f.id ?? []);
  expect(await idsOf("?after=4")).toEqual([5, 6]);
  expect(await idsOf("?deltas=false")).toEqual([1, 2, 5, 6]);
  expect(await idsOf("?types=round.started")).toEqual([2, 6]);
});

test("A reader that has the terminal event gets 204, so that it stops coming back.", async () => {
  const record = await finished();
  for (const last of ["6", "7"]) {
    const response = await fetch(urlOf(record), { headers: { "last-event-id": last } });
    expect([response.status, await response.text()], last).toEqual([204, ""]);
  }
  expect((await fetch(urlOf(record, "?after=6"))).status).toBe(204);
});

test("When a reader leaves, its debate is no longer followed.", async () => {
  const record = await running();
  await append(world.store, record, [created]);
  const before = { ...follows };
  const reader = await SseReader.open(urlOf(record));
  await reader.next();
  await reader.next();
  expect(follows.begun).toBe(before.begun + 1);
  reader.leave();
  await expect.poll(() => follows.ended).toBe(before.ended + 1);
});

test("When the server closes, a stream ends with a hint to come back, and the next one goes on from there.", async () => {
  const record = await running();
  await append(world.store, record, [created]);
  const closing = new AbortController();
  const [other, otherBase] = await listen(world.appWith({ closing: closing.signal }));
  try {
    const reader = await SseReader.open(urlOf(record).replace(base, otherBase));
    expect([await reader.next(), (await reader.next())?.id]).toEqual([{ retry: 1000 }, 1]);
    closing.abort();
    expect(await reader.rest()).toEqual([{ retry: 1000 }]);
  } finally {
    await close(other);
  }
  await append(world.store, record, [roundStarted, completed]);
  const again = await SseReader.open(urlOf(record), { "last-event-id": "1" });
  expect((await again.rest()).flatMap((f) => f.id ?? [])).toEqual([2, 3]);
});

test("HEAD answers with the stream's headers, and follows nothing.", async () => {
  const record = await running();
  const before = follows.begun;
  const response = await fetch(urlOf(record), { method: "HEAD" });
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  expect(follows.begun).toBe(before);
});

test("A hundred readers of one debate all see every event once, in order.", async () => {
  const record = await running();
  const readers = await Promise.all(Array.from({ length: 100 }, () => SseReader.open(urlOf(record))));
  await append(world.store, record, [created, roundStarted]);
  await append(world.store, record, [turnCompleted]);
  await append(world.store, record, [completed]);
  const seen = await Promise.all(readers.map(async (r) => (await r.rest()).flatMap((f) => f.id ?? []).join()));
  expect(new Set(seen)).toEqual(new Set(["1,2,3,4"]));
});

test("A quiet stream carries comments that keep the line open.", async () => {
  const record = await running();
  const done = new AbortController();
  const stream = eventStream({
    types: null,
    deltas: true,
    ended: async () => {},
    heartbeatMs: 20,
    signal: done.signal,
    follow: (signal) =>
      world.store.log.batches({ debate: { tenant: record.tenant, debateId: record.id }, after: 0, signal }),
    onError: (error) => expect.unreachable(String(error)),
  });
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader.read()).value).toBe("retry: 1000\n\n");
  expect((await reader.read()).value).toMatch(/^: .+\n\n$/);
  expect((await reader.read()).value).toMatch(/^: .+\n\n$/);
  done.abort();
  await reader.cancel();
});

test("A body that grows beyond the limit on the wire is answered with 413 before it has all come.", async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 65_536;
      controller.enqueue(new Uint8Array(65_536).fill(0x20));
      if (sent > 64 * 1024 * 1024) controller.close();
    },
  });
  const init = { method: "POST", body: endless, duplex: "half", headers: { "content-type": "application/json" } };
  const status = await fetch(`${base}/v1/debates`, init as RequestInit).then(
    (response) => response.status,
    () => "cut off",
  );
  expect([413, "cut off"]).toContain(status);
  expect(sent).toBeLessThan(32 * 1024 * 1024);
});
