/** A workflow task that is played again after its worker died: what it publishes stands in the log already. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { publish } from "../../activities/acts/publish.ts";
import type { DraftEvent } from "../../domain/events/events.ts";
import { identityKey } from "../../domain/events/keys.ts";
import { reduceLog } from "../../domain/state/reduce.ts";
import { createStore, type TableStore } from "../../store/index.ts";
import type { KeyedEvent } from "../../store/port/log.ts";
import { startEngine, type TestEngine } from "../support/servers/dynamodb.ts";
import { newKey, record, state } from "./fixtures.ts";

let engine: TestEngine;
let store: TableStore;
beforeAll(async () => {
  engine = await startEngine("dynalite");
  const { endpoint, credentials } = engine;
  store = createStore({ endpoint, region: "local", table: "parley", credentials });
  await store.ensureTable();
});
afterAll(async () => {
  store.close();
  await engine.stop();
});

const FIRST = "2026-11-21T10:00:00.000Z";
const AGAIN = "2026-11-21T10:00:09.500Z";
const status = (to: "initializing" | "paused", at: string): DraftEvent => ({
  type: "debate.status",
  at,
  data: { status: to, phase: null, round: 0, pausing: false, by: to === "paused" ? "settled" : "start" },
});
const begun = (round: number, at: string): DraftEvent => ({ type: "round.started", at, data: { round } });

async function play(debate: ReturnType<typeof newKey>, events: DraftEvent[]) {
  const keyed = events.map((event, n): KeyedEvent => ({ key: `w/${n + 1}`, event }));
  const after = reduceLog(state(), events);
  return { after, ...(await publish({ store })({ debate, since: 0, events: keyed, version: 5, state: after })) };
}

test("The times that the log has are those of META too, and the workflow learns them.", async () => {
  const debate = newKey();
  await store.createDebate(record(debate));
  expect((await play(debate, [status("initializing", FIRST), begun(1, FIRST)])).times).toBeUndefined();
  const { after, times, head } = await play(debate, [status("initializing", AGAIN), begun(1, AGAIN)]);
  expect([after.startedAt, head]).toEqual([AGAIN, 2]);
  expect(times).toEqual({ [AGAIN]: FIRST });
  const { events } = await store.log.read({ debate, after: 0, limit: 10 });
  expect(events.map(({ at }) => at)).toEqual([FIRST, FIRST]);
  const stored = await store.getDebate(debate);
  expect(stored?.state.startedAt).toBe(FIRST);
  expect(stored?.state).toEqual(JSON.parse(JSON.stringify(reduceLog(state(), events))));
});

test("An event whose key another one has taken is not lost.", async () => {
  const debate = newKey();
  await store.createDebate(record(debate));
  await play(debate, [status("initializing", FIRST)]);
  const task = [status("paused", AGAIN)];
  expect((await play(debate, task)).head).toBe(2);
  expect((await play(debate, task)).head).toBe(2);
  const { events } = await store.log.read({ debate, after: 0, limit: 10 });
  expect(events.map(({ data }) => (data as { status: string }).status)).toEqual(["initializing", "paused"]);
});

/** A remark; its place in the debate depends on those that came before it. */
function remark(note: string, nth: number): KeyedEvent {
  const id = `g1-r1-i${nth}`;
  const interjection = { id, note, round: 1, index: 0, at: FIRST };
  return {
    key: identityKey(note),
    event: { type: "interjection.added", at: FIRST, data: { round: 1, turnId: id, interjection } },
  };
}

test("What a lost task has told of is not told again, whatever came before it the second time and however late.", async () => {
  const debate = newKey();
  let version = 1;
  const tell = (since: number, events: KeyedEvent[]) =>
    publish({ store })({ debate, since, events, version: ++version, state: state() });
  await tell(0, [remark("b", 1), remark("c", 2)]);
  // The task is played again: another command comes first, and the log's end is seen after it.
  const { head } = await tell(0, [remark("a", 1), remark("c", 2)]);
  await tell(head, [remark("b", 3)]);
  const { events } = await store.log.read({ debate, after: 0, limit: 10 });
  const notes = events.map(({ data }) => (data as { interjection: { note: string } }).interjection.note);
  expect(notes).toEqual(["b", "c", "a"]);
});
