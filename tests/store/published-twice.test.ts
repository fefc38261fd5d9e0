/** A workflow task that is played again after its worker died: what it publishes stands in the log already. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { publish } from "../../activities/calls/publish.ts";
import type { DraftEvent, EventPayloads } from "../../domain/play/events/events.ts";
import { identityKey } from "../../domain/play/events/keys.events.ts";
import { reduceLog } from "../../domain/play/state/reduce.ts";
import { createStore, type TableStore } from "../../store/index.ts";
import type { KeyedEvent } from "../../store/port/log.port.ts";
import { DebateRun } from "../../workflows/base/run.workflow-base.ts";
import { planFor } from "../support/random/plans.ts";
import { startEngine, type TestEngine } from "../support/servers/dynamodb.ts";
import { lookAgain } from "../support/waits.ts";
import { newKey, record, state } from "./fixtures.ts";
import { type Proxy, startProxy } from "./proxy.ts";

let engine: TestEngine;
let proxy: Proxy;
let store: TableStore;
const storeAt = (endpoint: string) =>
  createStore({ endpoint, region: "local", table: "parley", credentials: engine.credentials });
beforeAll(async () => {
  engine = await startEngine("dynalite");
  proxy = await startProxy(engine.endpoint);
  store = storeAt(engine.endpoint);
  await store.ensureTable();
});
afterAll(async () => {
  store.close();
  await proxy.stop();
  await engine.stop();
});

const FIRST = "2026-11-21T10:00:00.000Z";
const AGAIN = "2026-11-21T10:00:09.500Z";
type Moved = EventPayloads["debate.status"];
const moved = (move: Pick<Moved, "status" | "by"> & Partial<Moved>): Moved => ({
  phase: null,
  round: 0,
  pausing: false,
  ...move,
});
const status = (to: "initializing" | "paused", at: string): DraftEvent => ({
  type: "debate.status",
  at,
  data: moved({ status: to, by: to === "paused" ? "settled" : "start" }),
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

test("What happened at two times by the log, and at one when the task is played again, has the log's two times.", async () => {
  const debate = newKey();
  await store.createDebate(record(debate));
  const plan = planFor({ ...debate, draft: true });
  const publishAll = async (run: DebateRun) => {
    const publication = run.publication();
    const { head, ...standing } = await publish({ store })(publication);
    run.published(publication, head, standing);
  };
  const lost = new DebateRun({ plan });
  for (const to of ["validating", "initializing"] as const) {
    lost.emit("debate.status", moved({ status: to, by: "start" }));
    await publishAll(lost);
    await lookAgain(5);
  }
  const again = new DebateRun({ plan });
  for (const to of ["validating", "initializing"] as const)
    again.emit("debate.status", moved({ status: to, by: "start" }));
  await publishAll(again);
  const { events } = await store.log.read({ debate, after: 0, limit: 10 });
  expect(events.map(({ data }) => (data as { status: string }).status)).toEqual(["validating", "initializing"]);
  expect([again.state.since, again.state.startedAt]).toEqual([events[1]?.at, events[1]?.at]);
  expect((await store.getDebate(debate))?.state.startedAt).toBe(events[1]?.at);
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
  const event: DraftEvent = { type: "interjection.added", at: FIRST, data: { round: 1, turnId: id, interjection } };
  return { key: identityKey(event, { generation: 1, moves: {} }) ?? "", event };
}

test("A number that a lost task has given to a remark is given to no other, whatever comes first the second time.", async () => {
  const debate = newKey();
  let version = 1;
  const tell = (since: number, events: KeyedEvent[]) =>
    publish({ store })({ debate, since, events, version: ++version, state: state() });
  await tell(0, [remark("b", 1), remark("c", 2)]);
  // The task is played again, and another command comes first: it gets the first number that the log has for nobody.
  const standing = [(await tell(0, [remark("a", 1)])).remarks, (await tell(0, [remark("a", 2)])).remarks];
  expect(standing.map((refs) => refs?.map(({ id, note }) => [id, note]))).toEqual([
    [["g1-r1-i1", "b"]],
    [["g1-r1-i2", "c"]],
  ]);
  const { head, remarks } = await tell(0, [remark("a", 3)]);
  expect(remarks).toBeUndefined();
  // Its own again, however late: what the log has is what counts.
  expect((await tell(head, [remark("b", 1)])).remarks).toMatchObject([{ id: "g1-r1-i1", note: "b" }]);
  const { events } = await store.log.read({ debate, after: 0, limit: 10 });
  const placed = events.map(({ data }) => (data as { interjection: { id: string; note: string } }).interjection);
  expect(placed.map(({ id, note }) => [id, note])).toEqual([
    ["g1-r1-i1", "b"],
    ["g1-r1-i2", "c"],
    ["g1-r1-i3", "a"],
  ]);
});

/** A run of a debate that has asked two questions: the same each time that its tasks are played. */
function asked(debate: ReturnType<typeof newKey>): DebateRun {
  const run = new DebateRun({
    plan: planFor({ ...debate, draft: true, clarifications: { maxIterations: 1 } }),
  });
  const questions = ["q1", "q2"].map((id) => ({ id, text: "Why?", askedBy: ["p1"] }));
  run.absorb({ type: "clarification.asked", at: FIRST, data: { iteration: 1, questions } });
  return run;
}

const COMMANDS = {
  answer: (run: DebateRun) =>
    run.emit("clarification.answered", {
      answers: ["q1", "q2"].map((questionId) => ({ questionId, answer: "So it is." })),
    }),
  pause: (run: DebateRun) =>
    run.emit("debate.status", moved({ status: "running", round: 1, pausing: true, by: "pause" })),
  amend: (run: DebateRun) => run.emit("debate.status", moved({ status: "running", round: 1, by: "amend" })),
};

test("Answers and status moves whose put lost its response are in the log once, after whatever command they come again.", async () => {
  const debate = newKey();
  await store.createDebate(record(debate));
  // The worker's store never hears that its first put was made, and the worker dies with its task.
  const dying = storeAt(proxy.endpoint);
  proxy.decide(({ operation, body }) => (operation === "PutItem" && body.includes("EVENT#") ? "lose-answer" : "pass"));
  const lost = asked(debate);
  COMMANDS.answer(lost);
  COMMANDS.pause(lost);
  await publish({ store: dying })(lost.publication());
  dying.close();
  expect(proxy.seen.filter(({ operation }) => operation === "PutItem").length).toBeGreaterThan(0);
  const again = asked(debate);
  for (const command of ["amend", "answer", "pause"] as const) COMMANDS[command](again);
  await publish({ store })(again.publication());
  const { events } = await store.log.read({ debate, after: 0, limit: 20 });
  const told = events.map(({ type, data }) => ("by" in data ? data.by : type));
  expect(told).toEqual(["clarification.answered", "pause", "amend"]);
});

test("A status move that the log has otherwise is written again, so that the log still makes the state.", async () => {
  const debate = newKey();
  await store.createDebate(record(debate));
  const lost = asked(debate);
  COMMANDS.pause(lost);
  await publish({ store })(lost.publication());
  const again = asked(debate);
  again.emit("debate.status", moved({ status: "concluding", round: 1, pausing: true, by: "pause" }));
  await publish({ store })(again.publication());
  const { events } = await store.log.read({ debate, after: 0, limit: 20 });
  expect(events.map(({ data }) => (data as { status: string }).status)).toEqual(["running", "concluding"]);
});
