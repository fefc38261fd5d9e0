/** Experiments in line whose worker goes away. */
import { describe, expect, it } from "vitest";
import { openWorld } from "../../support/use-world.ts";
import { createMany, held, POLL, show, statuses, TIMEOUT } from "./in-line.ts";
import { over } from "./lab.ts";

/** Longer than an answer's activity may take: one that was given to a worker that was just ending is taken for lost then. */
const PATIENT_MS = 150_000;

describe("an experiment in line", () => {
  it("is there after its worker was away, and takes the place of one that was terminated", {
    timeout: TIMEOUT,
  }, async () => {
    await using world = await openWorld({ workers: false, continueAfterEvents: 60 });
    const release = held(world);
    const workers = await world.openWorkers();
    const ids = await createMany(world, 4);
    await show(world, ids, ["running", "running", "queued", "queued"]);
    await workers.stop();
    const again = await world.openWorkers();
    expect(await statuses(world, ids)).toEqual(["running", "running", "queued", "queued"]);
    await world.handle(ids[0] ?? "").terminate("by a test");
    await expect.poll(async () => (await statuses(world, ids)).slice(2), POLL).toEqual(["running", "queued"]);
    release.all();
    for (const id of ids.slice(1)) expect((await over(world, id, "completed", PATIENT_MS)).cells.done).toBe(5);
    await again.stop();
  });
});
