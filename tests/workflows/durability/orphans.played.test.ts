import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { REJUDGE_BALLOTS, REJUDGEMENTS } from "../../../domain/around/rejudgement/rejudgement-records.ts";
import { eventually } from "../../support/eventually.ts";
import { openWorld } from "../../support/use-world.ts";
import { debaters, requestOf, type World } from "../../support/world.ts";
import { requireEnded, resting } from "./closed.ts";

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
