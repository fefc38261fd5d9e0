/** Killed: the workers are a process of their own, which ends by SIGKILL at a point that the test chooses. */
import { expect, it } from "vitest";
import { startWorkers } from "../support/processes/workers.ts";
import { openWorld } from "../support/use-world.ts";
import { debaters, requestOf } from "../support/world.ts";

it("a turn whose worker is killed is asked for again, and stands in the transcript once", async () => {
  await using world = await openWorld({ workers: false, durations: { heartbeat: 500, heartbeatTimeout: 2_000 } });
  const workers = await startWorkers(world);
  const script = debaters(["p1", "p2"]);
  let asked = 0;
  // The second call hangs, so the worker is in the middle of it when it dies.
  world.models.use((request) => (++asked === 2 ? { hang: true } : script(request)));
  const { id } = await world.create(requestOf({ maxRounds: 1 }));
  await world.models.arrived(2);
  await workers.renew("SIGKILL");
  const log = await world.finished(id);
  expect(log.filter(({ type }) => type === "turn.completed")).toHaveLength(2);
  expect(log.map((event) => event.id)).toEqual(log.map((_, place) => place + 1));
  await workers.stop();
});
