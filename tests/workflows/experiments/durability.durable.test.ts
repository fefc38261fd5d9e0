/** An experiment survives its workers. */
import { describe, expect, it } from "vitest";
import { openWorld } from "../../support/use-world.ts";
import { ARMS, BASE, createIn, itemsOf, over, script } from "./lab.ts";

describe("an experiment", () => {
  it("completes although its worker is stopped five times, buys nothing twice, and its history stays short", async () => {
    await using world = await openWorld({ workers: false, continueAfterEvents: 100 });
    script(world);
    const { id } = await createIn(world, {
      name: "killed",
      base: BASE,
      items: itemsOf(12),
      arms: ARMS,
      concurrency: 4,
    });
    // Each item takes three answers alone, and a debate of two turns and a ballot.
    const calls = 12 * 6;
    for (let stop = 1; stop <= 5; stop++) {
      const workers = await world.openWorkers();
      await world.models.arrived(stop * 10);
      await workers.stop();
    }
    const workers = await world.openWorkers();
    const done = await over(world, id);
    expect(done.cells).toEqual({ total: 36, done: 36, failed: 0, running: 0 });
    expect(world.models.journal).toHaveLength(calls);
    expect(done.calls).toBe(calls);
    const runs = await Array.fromAsync(world.client.workflow.list({ query: `WorkflowId = "${id}"` }));
    expect(runs.length).toBeGreaterThan(1);
    for (const run of runs) expect(run.historyLength).toBeLessThan(1_500);
    await workers.stop();
    // Each stop takes seconds: a worker first ends the calls that it makes.
  }, 240_000);
});
