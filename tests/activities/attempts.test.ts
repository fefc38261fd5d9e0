/** One attempt at a turn, as Temporal runs it: heartbeats, cancellation and the number of the attempt. */

import { ActivityCancellationDetails, CancelledFailure } from "@temporalio/common";
import { MockActivityEnvironment } from "@temporalio/testing";
import { DefaultLogger } from "@temporalio/worker";
import { afterAll, beforeEach, expect, it } from "vitest";
import { createActivities } from "../../activities/index.ts";
import { createModels } from "../../activities/models/index.ts";
import { createPassageSearch } from "../../activities/retrieval/passages.activity.ts";
import { TURNS } from "../../domain/play/records/kinds.record.ts";
import { catalogue } from "../api/requests.ts";
import { createWorld, storeDebate } from "../api/world.ts";
import { startModelServer } from "../support/models/server.ts";
import { SHORT } from "../support/random/plans.ts";
import { nothingFor } from "../support/waits.ts";

const running = new AsyncDisposableStack();
const world = running.use(await createWorld());
const models = running.adopt(await startModelServer(), (one) => one.stop());
afterAll(() => running.disposeAsync());
beforeEach(() => models.forget());

const activities = createActivities({
  store: world.store,
  models: createModels({ providers: models.providers }),
  catalogue,
  templates: world.deps.templates,
  passages: createPassageSearch({ store: world.store }),
  now: () => new Date(),
  random: () => 0,
  retryBaseMs: 20,
});

type TakeTurn = typeof activities.takeTurn;

const turn = {
  id: "g1-r1-t1",
  participantId: "p1",
  round: 1,
  index: 1,
  phase: "opening" as const,
  sees: { round: 1, index: 1, count: 0 },
};

const environmentOf = (attempt: number) =>
  new MockActivityEnvironment({ attempt }, { logger: new DefaultLogger("ERROR") });

/** A stored debate, and what takes its first turn in an attempt of this number. */
async function firstTurn() {
  const { tenant, id, state } = await storeDebate(world.store, { state: { status: "running", round: 1 } });
  const debate = { tenant, debateId: id };
  const publication = { debate, since: 0, events: [], version: 3, state };
  const input = { turn, publication, earlierAttempts: 0, durations: { ...SHORT, heartbeat: 20 } };
  const take = (attempt: number, environment = environmentOf(attempt)) =>
    environment.run<[typeof input], Awaited<ReturnType<TakeTurn>>, TakeTurn>(activities.takeTurn, input);
  const events = async () => (await world.store.log.read({ debate, after: 0, limit: 100 })).events;
  return { take, events, turn: () => world.store.records.get(debate, TURNS, { id: turn.id }) };
}

it("An attempt heartbeats for as long as its model takes, and no longer.", async () => {
  const { take } = await firstTurn();
  models.use(() => ({ text: "At last.", profile: { ttft: 300 } }));
  const environment = environmentOf(1);
  let beats = 0;
  environment.on("heartbeat", () => (beats += 1));
  await take(1, environment);
  const whileItRan = beats;
  expect(whileItRan).toBeGreaterThan(3);
  await nothingFor(100);
  expect(beats).toBe(whileItRan);
});

it("A workflow that cancels an attempt learns its number and that its call may be billed; the call is closed.", async () => {
  const { take, events } = await firstTurn();
  models.use(() => ({ hang: true }));
  const environment = environmentOf(1);
  const taken = take(1, environment).catch((error: unknown) => error);
  await models.arrived(1);
  environment.cancel("CANCELLED", new ActivityCancellationDetails({ cancelRequested: true }));
  const error = await taken;
  expect(error).toBeInstanceOf(CancelledFailure);
  expect((error as CancelledFailure).details).toMatchObject([{ attempt: 1, unsettled: true, costUsd: 0 }]);
  await models.ended(1);
  expect((await events()).map(({ type }) => type)).toEqual(["turn.started"]);
});

it("A worker that shuts down ends its attempt without a word on what it came to: another worker takes the turn.", async () => {
  const { take } = await firstTurn();
  models.use(() => ({ hang: true }));
  const environment = environmentOf(1);
  const taken = take(1, environment).catch((error: unknown) => error);
  await models.arrived(1);
  environment.cancel("WORKER_SHUTDOWN", new ActivityCancellationDetails({ workerShutdown: true }));
  const error = await taken;
  expect(error).toBeInstanceOf(CancelledFailure);
  expect((error as CancelledFailure).details ?? []).toEqual([]);
});

it("A failed attempt is in the log before Temporal retries it, and the next one knows of it.", async () => {
  const { take, events, turn: stored } = await firstTurn();
  models.use([{ error: { status: 500 } }, { text: "Better." }]);
  await expect(take(1)).rejects.toMatchObject({
    type: "api_error",
    nonRetryable: false,
    nextRetryDelay: expect.anything(),
  });
  const outcome = await take(2);
  expect((await events()).map(({ type, data }) => [type, "attempt" in data && data.attempt])).toEqual([
    ["turn.started", 1],
    ["turn.failed", 1],
    ["turn.restarted", 2],
    ["turn.delta", 2],
    ["turn.completed", false],
  ]);
  expect(outcome.events.map(({ type }) => type)).toEqual(["turn.failed", "turn.completed"]);
  expect(await stored()).toMatchObject({ text: "Better.", attempt: 2 });
});

it("An attempt whose turn is stored already asks no model and reports it again.", async () => {
  const { take, turn: stored } = await firstTurn();
  models.use([{ text: "Once." }]);
  const first = await take(1);
  const again = await take(2);
  expect(models.journal).toHaveLength(1);
  expect(again.events).toEqual(first.events);
  expect(await stored()).toMatchObject({ text: "Once.", attempt: 1 });
});
