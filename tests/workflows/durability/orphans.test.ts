import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { REJUDGE_BALLOTS, REJUDGEMENTS } from "../../../domain/records/kinds.ts";
import { ensureSweep } from "../../../infra/workers/sweep-schedule.ts";
import { type Counted, startCounted } from "../../bench/long/counted.ts";
import { eventually } from "../../support/eventually.ts";
import { openWorld } from "../../support/use-world.ts";
import { debaters, type FlatEvent, requestOf, type World } from "../../support/world.ts";

let world: World;
/** Its reader looks at once, the other's never does. */
let calm: World;
beforeAll(async () => {
  world = await openWorld({ stillMs: 0 });
  calm = await openWorld({ stillMs: 3_600_000 });
});
afterAll(() => Promise.all([world.stop(), calm.stop()]));
beforeEach(() => {
  for (const each of [world, calm]) {
    each.models.forget();
    each.models.use(debaters(["p1", "p2"]));
  }
});

const key = (debateId: string) => ({ tenant: "default", debateId });
const status = (to: string) => (e: FlatEvent) => e.type === "debate.status" && e["status"] === to;

/** A debate that rests between its rounds, with two turns whole. */
async function resting(on: World): Promise<string> {
  const { id } = await on.create(requestOf({ maxRounds: 2, roundDelayMs: 600_000 }));
  await on.until(id, (e) => e.type === "round.completed");
  await on.post(`/v1/debates/${id}/pause`);
  await on.until(id, status("paused"));
  return id;
}

async function requireEnded(on: World, id: string, reason: string): Promise<void> {
  const log = await on.finished(id);
  expect(log.slice(-2)).toMatchObject([
    { type: "debate.status", status: "cancelled", by: "cancelledFromOutside", reason },
    { type: "debate.cancelled", status: "cancelled", reason },
  ]);
  expect(log.filter((e) => e.type === "debate.cancelled")).toHaveLength(1);
  const { body } = await on.request("/v1/debates?status=cancelled&limit=100");
  expect(body.items.map((item: { id: string }) => item.id)).toContain(id);
}

describe("reading a debate whose workflow was closed from outside", () => {
  it("finds it cancelled when the workflow was terminated, with all that was said", async () => {
    const id = await resting(world);
    const before = await world.debate(id);
    await world.handle(id).terminate("somebody's mistake");
    // A debate is looked at every few seconds at the most.
    await eventually(async () => (await world.debate(id)).status).toBe("cancelled");
    const debate = await world.debate(id);
    expect(debate).toMatchObject({
      status: "cancelled",
      allowed: [],
      round: 1,
      usage: before.usage,
      cost: before.cost,
    });
    expect(debate.completedAt).not.toBeNull();
    await requireEnded(world, id, "the workflow was terminated");
    expect((await world.transcript(id)).turns).toHaveLength(2);
    expect((await world.request(`/v1/debates/${id}`)).body.version).toBe(debate.version);
  });

  it("finds it cancelled when the workflow was deleted, and lets it be erased", async () => {
    const id = await resting(world);
    const { namespace } = world;
    await world.client.workflowService.deleteWorkflowExecution({ namespace, workflowExecution: { workflowId: id } });
    await expect
      .poll(() =>
        world
          .handle(id)
          .describe()
          .catch((e: Error) => e.name),
      )
      .toBe("WorkflowNotFoundError");
    await eventually(async () => (await world.debate(id)).status).toBe("cancelled");
    await requireEnded(world, id, "the workflow is gone");
    expect((await world.request(`/v1/debates/${id}`, { method: "DELETE" })).status).toBe(204);
  });

  it("leaves alone a debate whose workflow runs", async () => {
    const id = await resting(world);
    expect((await world.debate(id)).status).toBe("paused");
    await world.post(`/v1/debates/${id}/stop`);
    expect((await world.finished(id)).at(-1)?.type).toBe("debate.completed");
  });

  it("ends it once, whoever reads, and no late writer brings it back", async () => {
    const id = await resting(calm);
    const record = await calm.store.getDebate(key(id));
    await calm.handle(id).terminate();
    const ending = { at: new Date().toISOString(), reason: "the workflow was terminated" };
    await Promise.all(Array.from({ length: 5 }, () => calm.store.endOrphan(key(id), ending)));
    if (!record) throw new Error("there is no such debate");
    await calm.store.putState({ ...key(id), version: record.version + 50, state: record.state });
    expect(await calm.debate(id)).toMatchObject({ status: "cancelled" });
    await requireEnded(calm, id, "the workflow was terminated");
  });
});

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
    const { debates } = await calm.store.upkeep.list("OPEN", { after: null, limit: 100 });
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

describe("reading a debate with a rejudgement whose workflow was closed from outside", () => {
  it("finds that it failed, with the bill of its ballots, and another judge can be asked", async () => {
    const { id } = await world.create(requestOf({ maxRounds: 1 }));
    await world.finished(id);
    await expect.poll(async () => (await world.debate(id)).status).toBe("completed");
    const rejudge = () => world.post(`/v1/debates/${id}/rejudge`, { judge: { model: "openai/judge" } });
    const statusOf = async (n: number) => (await world.debate(id)).rejudgements?.[n]?.status;
    const usual = debaters(["p1", "p2"]);
    const asked = world.models.journal.length;
    world.models.use((r) => (world.models.journal.length > asked + 1 ? { hang: true } : usual(r)));
    await rejudge();
    await expect.poll(() => world.store.records.list(key(id), REJUDGE_BALLOTS, { rejudgement: "j1" })).toHaveLength(1);
    await world.models.arrived(asked + 2);
    // Its workflow runs, so it is left alone.
    expect(await statusOf(0)).toBe("running");
    const [stored] = await world.store.records.list(key(id), REJUDGEMENTS, {});
    const before = (await world.request(`/v1/debates/${id}`)).headers.get("etag");
    await world.handle(stored?.run?.workflowId ?? "").terminate("somebody's mistake");
    await eventually(() => statusOf(0)).toBe("failed");
    expect((await world.request(`/v1/debates/${id}`)).headers.get("etag")).not.toBe(before);
    const { rejudgements = [] } = await world.transcript(id);
    expect(rejudgements).toMatchObject([
      {
        id: "j1",
        status: "failed",
        result: null,
        error: { kind: "cancelled", message: "the workflow was terminated, so there is no ruling." },
        usage: { calls: 1, inputTokens: 500 },
      },
    ]);
    world.models.use(usual);
    expect((await rejudge()).body).toMatchObject({ id: "j2", status: "running" });
    await expect.poll(() => statusOf(1)).toBe("completed");
    expect(await statusOf(0)).toBe("failed");
  });
});
