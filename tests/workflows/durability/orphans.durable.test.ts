import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { ensureSweep } from "../../../infra/workers/sweep-schedule.ts";
import { type Counted, startCounted } from "../../bench/long/counted.ts";
import { eventually } from "../../support/eventually.ts";
import { openWorld, useWorld } from "../../support/use-world.ts";
import { debaters, requestOf, type World } from "../../support/world.ts";
import { requireEnded, resting } from "./closed.ts";

/** Its reader never looks whether a workflow is there. */
const calm = await useWorld({ stillMs: 3_600_000 });
calm.models.use(debaters(["p1", "p2"]));

/** Temporal lists workflows a little after they begin or end. */
async function listed({ client }: World, { running, closed }: { running: string[]; closed: string[] }): Promise<void> {
  const ids = [...running, ...closed].map((id) => `"${id}"`).join(", ");
  const query = `WorkflowId IN (${ids}) AND ExecutionStatus`;
  const count = async (condition: string) => (await client.workflow.count(`${query} ${condition}`)).count;
  await expect
    .poll(async () => [await count('= "Running"'), await count('!= "Running"')])
    .toEqual([running.length, closed.length]);
}

describe("the sweep", () => {
  it("asks the store the same of three debates that wait as of forty, and ends the only one without a workflow", async () => {
    let counted: Counted | undefined;
    await using waiting = await openWorld({ before: async (engine) => (counted = await startCounted(engine)) });
    const { client, taskQueue } = waiting;
    const drafts = (count: number) =>
      Promise.all(Array.from({ length: count }, async () => (await waiting.create(requestOf({ start: false }))).id));
    const requestsOfSweep = async () => {
      const before = counted?.asked.length ?? 0;
      const sweep = { taskQueue, workflowId: `sweep-${randomUUID()}`, args: [{ stillMs: 0 }] };
      const { seen, ended } = await client.workflow.execute("sweepWorkflow", sweep);
      return { seen, ended, requests: (counted?.asked.length ?? 0) - before };
    };
    /** Each has written what it has to write, and waits. */
    const rest = async (ids: string[]) => {
      const lengths = () => Promise.all(ids.map(async (id) => (await waiting.handle(id).describe()).historyLength));
      await eventually(async () => Math.min(...(await lengths()))).toBeGreaterThan(3);
      await listed(waiting, { running: ids, closed: [] });
    };
    const few = await drafts(3);
    await rest(few);
    // The first one also looks for expired items.
    await requestsOfSweep();
    const ofFew = await requestsOfSweep();
    expect(ofFew).toMatchObject({ seen: 3, ended: 0 });
    const many = [...few, ...(await drafts(37))];
    await rest(many);
    expect(await requestsOfSweep()).toEqual({ ...ofFew, seen: 40 });
    const [dead = "", ...alive] = many;
    await waiting.handle(dead).terminate();
    await listed(waiting, { running: alive, closed: [dead] });
    expect(await requestsOfSweep()).toMatchObject({ seen: 40, ended: 1 });
  });

  it("ends what nobody reads, of every tenant, and nothing that runs", async () => {
    const [dead, alive] = [await resting(calm), await resting(calm)];
    await calm.handle(dead).terminate();
    await listed(calm, { running: [alive], closed: [dead] });
    const sweep = { taskQueue: calm.taskQueue, workflowId: `sweep-${randomUUID()}`, args: [{ stillMs: 0 }] };
    const sums = await calm.client.workflow.execute("sweepWorkflow", sweep);
    expect(sums).toMatchObject({ ended: 1, failed: 0 });
    expect((await calm.debate(alive)).status).toBe("paused");
    await requireEnded(calm, dead, "the workflow was terminated");
    const again = { ...sweep, workflowId: `sweep-${randomUUID()}` };
    expect(await calm.client.workflow.execute("sweepWorkflow", again)).toMatchObject({ ended: 0 });
    await calm.post(`/v1/debates/${alive}/stop`, { mode: "abandon" });
    const { debates } = await calm.store.upkeep.list({ after: null, limit: 100 });
    expect(debates.map((d) => d.debateId)).not.toContain(dead);
  });

  it("has one schedule, made at the first start and kept up to date by the next", async () => {
    const scheduleId = `sweep-${randomUUID()}`;
    const { client, taskQueue } = calm;
    await ensureSweep(client, { intervalSeconds: 60, taskQueue, scheduleId });
    await ensureSweep(client, { intervalSeconds: 3_600, taskQueue, scheduleId });
    const handle = client.schedule.getHandle(scheduleId);
    const described = await handle.describe();
    expect(described.spec.intervals?.map((i) => i.every)).toEqual([3_600_000]);
    await handle.trigger();
    await eventually(async () => (await handle.describe()).info.recentActions.length).toBe(1);
    await handle.delete();
  });
});
