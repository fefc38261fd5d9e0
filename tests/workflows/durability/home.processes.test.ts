/** A debate's model calls in the worker that began it, and in another one when that is gone. */
import { expect, it } from "vitest";
import { startWorkers } from "../../support/processes/workers.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, requestOf, type World } from "../../support/world.ts";

const world = await useWorld({ workers: false, durations: { heartbeat: 500, heartbeatTimeout: 2_000 } });

/** The queues of a debate's activities, in the order in which they were scheduled. */
async function queuesOf({ handle, taskQueue }: World, id: string): Promise<string[]> {
  const { events } = await handle(id).fetchHistory();
  return (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: scheduled }) =>
    scheduled ? [scheduled.taskQueue?.name?.replace(`${taskQueue}-`, "") ?? ""] : [],
  );
}

async function expectWhole(id: string, turns: number): Promise<void> {
  const log = await world.finished(id);
  expect(log.at(-1)?.type).toBe("debate.completed");
  expect(log.map((event) => event.id)).toEqual(log.map((_, place) => place + 1));
  expect(log.filter(({ type }) => type === "turn.completed")).toHaveLength(turns);
}

it("the worker that begins a debate makes all its calls, though others could", async () => {
  const workers = await Promise.all(["one", "other"].map((homeId) => startWorkers(world, { homeId })));
  world.models.use(debaters(["p1", "p2"]));
  const { id } = await world.create(requestOf({ maxRounds: 3, mode: "simultaneous" }));
  await expectWhole(id, 6);
  const queues = await queuesOf(world, id);
  expect(queues.length).toBeGreaterThan(6);
  expect(new Set(queues).size).toBe(1);
  expect(queues[0]).toMatch(/^home-(one|other)$/);
  for (const each of workers) await each.stop();
});

it("a debate whose worker is killed in a turn goes on in another, and only that turn is bought twice", async () => {
  const first = await startWorkers(world, { homeId: "first" });
  const script = debaters(["p1", "p2"]);
  const hung = Promise.withResolvers<void>();
  let asked = 0;
  world.models.use((request) => {
    if (++asked !== 2) return script(request);
    hung.resolve();
    return { hang: true };
  });
  const { id } = await world.create(requestOf({ maxRounds: 2 }));
  await hung.promise;
  // First, so that the hung call is never given up by a worker that lives: that one would tell what it cost.
  await first.stop();
  const second = await startWorkers(world, { homeId: "second" });
  await expectWhole(id, 4);
  const queues = await queuesOf(world, id);
  expect(queues.slice(0, 2)).toEqual(["home-first", "home-first"]);
  // Once its worker is gone, any worker of the provider makes its calls.
  expect(queues.slice(2).filter((queue) => !queue.startsWith("llm-"))).toEqual([]);
  const { turns } = await world.transcript(id);
  expect(turns.map(({ attempt }) => attempt)).toEqual([1, 2, 1, 1]);
  expect(asked).toBe((await world.debate(id)).usage.calls + 1);
  await second.stop();
});

it("a limit of its owner keeps a debate's calls where each attempt is counted", async () => {
  const workers = await startWorkers(world, { homeId: "alone" });
  world.models.use(debaters(["p1", "p2"]));
  const { id } = await world.create(requestOf({ maxRounds: 1, limits: { maxCostUsd: 5 } }));
  await expectWhole(id, 2);
  expect((await queuesOf(world, id)).filter((queue) => queue.startsWith("home"))).toEqual([]);
  await workers.stop();
});
