import { afterAll, beforeAll, expect, test } from "vitest";
import type { DebateRecord } from "../../../store/port/debates.port.ts";
import { append, createWorld, problemOf, storeDebate, type World } from "../world.ts";
import { SHORT_LOG } from "./debate-events.ts";

interface Page {
  items: { id: number; type: string; at: string; [field: string]: unknown }[];
  nextAfter: number;
  terminal: boolean;
}

let world: World;
let over: DebateRecord;
beforeAll(async () => {
  world = await createWorld();
  over = await storeDebate(world.store, { state: { status: "completed" } });
  await append(world.store, over, SHORT_LOG);
});
afterAll(() => world[Symbol.asyncDispose]());

const read = (query: string, { id } = over) =>
  world.get(`/v1/debates/${id}/events${query}`, { accept: "application/json" });
const page = async (query: string, record?: DebateRecord) => (await (await read(query, record)).json()) as Page;
const idsOf = ({ items }: Page) => items.map(({ id }) => id);

test("A page holds the events flat: id, type, time and what they carry.", async () => {
  const { items, nextAfter, terminal } = await page("");
  expect(items.map(({ id, type }) => [id, type])).toEqual(SHORT_LOG.map(({ type }, i) => [i + 1, type]));
  expect(items[2]).toEqual({
    id: 3,
    type: "turn.delta",
    at: "2026-11-21T12:00:00.000Z",
    round: 1,
    phase: "opening",
    participantId: "p1",
    turnId: "g1-r1-t1",
    attempt: 1,
    text: "Cars take",
  });
  expect(items[4]).toMatchObject({ turn: { text: "Cars take up room." } });
  expect([nextAfter, terminal]).toEqual([6, true]);
});

test("Pages of any size follow one another without a gap or a repetition.", async () => {
  const seen: number[] = [];
  let here: Page = { items: [], nextAfter: 0, terminal: false };
  while (!here.terminal) {
    here = await page(`?limit=2&after=${here.nextAfter}`);
    seen.push(...idsOf(here));
  }
  expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
});

test("Types filter the events, and the terminal event passes every filter.", async () => {
  expect(idsOf(await page("?types=turn.completed"))).toEqual([5, 6]);
  expect(idsOf(await page("?types=turn.delta,%20round.started"))).toEqual([2, 3, 4, 6]);
  expect(idsOf(await page("?types=turn.delta&deltas=false"))).toEqual([6]);
  expect(idsOf(await page("?deltas=false"))).toEqual([1, 2, 5, 6]);
});

test("A filtered page is filled from further on in the log.", async () => {
  const { items, nextAfter, terminal } = await page("?types=turn.completed&limit=1");
  expect([items[0]?.id, items.length, nextAfter, terminal]).toEqual([5, 1, 5, false]);
});

test("After the end there is nothing more, and the page says so.", async () => {
  expect(await page("?after=6")).toEqual({ items: [], nextAfter: 6, terminal: true });
});

test("A debate that goes on has no terminal page.", async () => {
  const going = await storeDebate(world.store, { state: { status: "running" } });
  await append(world.store, going, SHORT_LOG.slice(0, 2));
  expect(await page("?after=1", going)).toMatchObject({ items: [{ id: 2 }], nextAfter: 2, terminal: false });
  expect(await page("?after=2", going)).toEqual({ items: [], nextAfter: 2, terminal: false });
});

test("Last-Event-ID wins over after.", async () => {
  const path = `/v1/debates/${over.id}/events?after=1`;
  const response = await world.get(path, { accept: "application/json", "last-event-id": "4" });
  expect(idsOf((await response.json()) as Page)).toEqual([5, 6]);
});

test("Places, types and limits that make no sense are 422.", async () => {
  const queries = [
    "?after=-1",
    "?after=1.5",
    "?after=x",
    "?types=turn.spoken",
    "?types=",
    "?deltas=no",
    "?limit=0",
    "?limit=1001",
  ];
  for (const query of queries) expect((await read(query)).status, query).toBe(422);
  const path = `/v1/debates/${over.id}/events`;
  const response = await world.get(path, { accept: "application/json", "last-event-id": "seventeen" });
  expect(response.status).toBe(422);
  expect((await problemOf(response)).errors?.[0]?.pointer).toBe("/Last-Event-ID");
});

test("Events can be had as a stream or as JSON, and as nothing else.", async () => {
  expect((await world.get(`/v1/debates/${over.id}/events`, { accept: "text/html" })).status).toBe(406);
});
