/** An experiment keeps to its budget, and obeys its owner. */
import { describe, expect, it } from "vitest";
import { openWorld } from "../../support/use-world.ts";
import { ARMS, aloneReply, BASE, createIn, isAlone, itemsOf, over, readIn, script } from "./lab.ts";

const POLL = { timeout: 50_000, interval: 50 };

describe("an experiment", () => {
  it("never passes its budget: it ends when the next cell might, and names no cell that it did not buy", async () => {
    await using world = await openWorld();
    script(world);
    const base = {
      ...BASE,
      limits: { maxOutputTokens: 100 },
      judge: { ...BASE.judge, model: { model: BASE.judge.model, maxOutputTokens: 400 } },
    };
    const body = { name: "budget", base, items: itemsOf(12), arms: ARMS, concurrency: 5 };
    const { body: estimate } = await world.post("/v1/experiments?dryRun=true", body);
    expect(world.models.journal).toHaveLength(0);
    // Little more than enough for one item at the worst.
    const maxCostUsd = estimate.worst.costUsd / 10;
    const { id } = await createIn(world, { ...body, budget: { maxCostUsd } });
    const done = await over(world, id, "out_of_budget");
    expect(done.costUsd).toBeLessThanOrEqual(maxCostUsd);
    expect(done.cells.done).toBeGreaterThan(0);
    expect(done.cells.done + done.cells.failed).toBeLessThan(36);
    expect(done.table.arms.reduce((left, arm) => left + arm.left, 0)).toBe(36 - done.cells.done);
    expect(done.calls).toBe(world.models.journal.length);
  });

  it("pauses with its debates, resumes with them, and stops with them", async () => {
    await using world = await openWorld();
    const held = Promise.withResolvers<void>();
    script(world);
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    world.models.use(async (request) => {
      arrive();
      await held.promise;
      return isAlone(request) ? aloneReply("A") : { text: "A speech." };
    });
    const arms = [{ name: "debate", patch: {} }];
    const { id, links } = await createIn(world, { name: "pause", base: BASE, items: itemsOf(2), arms, concurrency: 1 });
    await arrived;
    const command = (name: string) => world.post(`/v1/experiments/${id}/${name}`);
    expect((await command("pause")).body.status).toBe("paused");
    expect((await command("pause")).status).toBe(409);
    held.resolve();
    const debates = async () =>
      (await world.request(new URL(links.debates).pathname + new URL(links.debates).search)).body.items;
    await expect.poll(async () => (await debates())[0]?.status, POLL).toBe("paused");
    expect((await command("resume")).body.status).toBe("running");
    await expect.poll(async () => (await debates())[0]?.status, POLL).not.toBe("paused");
    expect((await command("stop")).body.status).toBe("stopped");
    await expect.poll(async () => (await readIn(world, id)).cells.running, POLL).toBe(0);
    expect((await debates()).map(({ status }: { status: string }) => status)).toEqual(["cancelled"]);
    expect((await command("resume")).status).toBe(409);
  });

  it("goes on after its workflow was closed from outside, once it is resumed", async () => {
    await using world = await openWorld();
    const held = Promise.withResolvers<void>();
    world.models.use(async () => {
      await held.promise;
      return aloneReply("A");
    });
    const { id } = await createIn(world, { name: "closed", base: BASE, items: itemsOf(3), arms: ARMS.slice(0, 1) });
    await world.models.arrived(3);
    await world.handle(id).terminate();
    held.resolve();
    expect((await world.post(`/v1/experiments/${id}/pause`)).status).toBe(503);
    expect((await world.post(`/v1/experiments/${id}/resume`)).body.status).toBe("queued");
    expect((await over(world, id)).cells).toEqual({ total: 3, done: 3, failed: 0, running: 0 });
  });
});
