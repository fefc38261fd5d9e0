import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "@temporalio/worker";
import { DeterminismViolationError } from "@temporalio/workflow";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bundleWith, GUARDED, UNGUARDED } from "../../support/tomorrow.ts";
import { openWorld } from "../../support/use-world.ts";
import { debaters, type FlatEvent, requestOf, type World } from "../../support/world.ts";

let world: World;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-upgrade-"));
  world = await openWorld({ workers: false });
});
afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true, force: true });
});

async function markersOf(id: string): Promise<number> {
  const { events } = await world.handle(id).fetchHistory();
  return (events ?? []).filter((e) => e.markerRecordedEventAttributes?.markerName === "core_patch").length;
}

it("a debate that began on the old workers ends on the new ones, and new debates take the new path", async () => {
  world.models.use(debaters(["p1", "p2"]));
  const [guarded, unguarded] = await Promise.all([bundleWith(folder, GUARDED), bundleWith(folder, UNGUARDED)]);

  const old = await world.openWorkers();
  const { id } = await world.create(requestOf({ maxRounds: 3, roundDelayMs: 600_000 }));
  await world.until(id, (e) => e.type === "round.completed");
  await world.post(`/v1/debates/${id}/pause`);
  await world.until(id, (e: FlatEvent) => e.type === "debate.status" && e["status"] === "paused");
  await old.stop();

  const history = await world.handle(id).fetchHistory();
  const replay = (codePath: string) => Worker.runReplayHistory({ workflowBundle: { codePath } }, history, id);
  await expect(replay(unguarded), "the change matters").rejects.toThrow(DeterminismViolationError);
  await replay(guarded);

  const upgraded = await world.openWorkers(guarded);
  try {
    expect((await world.post(`/v1/debates/${id}/stop`)).status).toBe(200);
    expect((await world.finished(id)).at(-1)?.type).toBe("debate.completed");
    await world.handle(id).result();
    const failed = (await world.handle(id).fetchHistory()).events ?? [];
    expect(failed.filter((e) => e.workflowTaskFailedEventAttributes)).toEqual([]);

    const fresh = await world.create(requestOf({ maxRounds: 1 }));
    expect((await world.finished(fresh.id)).at(-1)?.type).toBe("debate.completed");
    await world.handle(fresh.id).result();
    expect(await markersOf(id)).toBe(0);
    expect(await markersOf(fresh.id)).toBeGreaterThan(0);
  } finally {
    await upgraded.stop();
  }
});
