/** The line of a tenant's experiments outlives a worker that is killed: nobody loses a place, and nobody gets two. */
import { expect, it } from "vitest";
import { startWorkers } from "../../support/processes/workers.ts";
import { openWorld } from "../../support/use-world.ts";
import { aloneReply, BASE, createIn, itemsOf, over, readIn } from "./lab.ts";

const POLL = { timeout: 60_000, interval: 50 };

it("keeps who runs and who waits, and goes on by the turns", { timeout: 150_000 }, async () => {
  await using world = await openWorld({ workers: false, durations: { heartbeat: 500, heartbeatTimeout: 2_000 } });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  world.models.use(async () => {
    await held;
    return aloneReply("A");
  });
  const first = await startWorkers(world);
  const ids: string[] = [];
  for (let n = 1; n <= 5; n++) {
    const arms = [{ name: "single", baseline: { vote: 1 } }];
    ids.push((await createIn(world, { name: `n ${n}`, base: BASE, items: itemsOf(2), arms, concurrency: 1 })).id);
  }
  const statuses = () => Promise.all(ids.map(async (id) => (await readIn(world, id)).status));
  const waiting = ["queued", "queued", "queued"];
  await expect.poll(statuses, POLL).toEqual(["running", "running", ...waiting]);
  await world.models.arrived(2);
  await first.stop();
  // Nobody obeys while no worker runs, and nothing moves.
  expect(await statuses()).toEqual(["running", "running", ...waiting]);
  const second = await startWorkers(world);
  expect((await world.post(`/v1/experiments/${ids[2]}/stop`)).body.status).toBe("stopped");
  expect(await statuses()).toEqual(["running", "running", "stopped", "queued", "queued"]);
  release();
  for (const id of [0, 1, 3, 4]) expect((await over(world, ids[id] ?? "")).cells).toMatchObject({ done: 2, failed: 0 });
  await second.stop();
});
