/** Everything that spends, under a key's limit in USD: it is refused or counted, and `used` is what the model server sold. */
import { describe, expect, it } from "vitest";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import type { Experiment } from "../../../features/experiments/domain/schema.experiment.ts";
import { BASE, itemsOf } from "../experiments/lab.ts";
import { debate, judge, POLL, speakers, TIMEOUT, USAGE, useSpenders } from "./spenders.ts";

const { world, admin, callerOf, keyWith, sold, isCounted } = await useSpenders();

/** Made by the admin, whose key has no limit. */
async function debateThatIsOver(): Promise<Debate> {
  const { ask } = callerOf(admin);
  const made = (await ask("/v1/debates", debate())).body as Debate;
  const read = async () => (await ask(`/v1/debates/${made.id}`)).body as Debate;
  await expect.poll(async () => (await read()).status, POLL).toBe("completed");
  world.models.forget();
  return read();
}

describe("an experiment of single answers", () => {
  const votes = (count: number) => ({
    name: "votes",
    base: { ...BASE, participants: speakers, judge },
    arms: [{ name: "vote", baseline: { vote: 2 } }],
    items: itemsOf(count),
    concurrency: 4,
  });

  it("buys up to the limit, says what it waits for, and goes on with more room", { timeout: TIMEOUT }, async () => {
    const caller = await keyWith(2);
    const { id } = (await caller.ask("/v1/experiments", votes(20))).body as Experiment;
    const read = async () => (await caller.ask(`/v1/experiments/${id}`)).body as Experiment;
    await expect.poll(async () => (await read()).waitsFor, POLL).toContain("USD a day");
    await expect.poll(sold, POLL).toBeGreaterThan(0.5);
    expect(await read()).toMatchObject({ status: "running" });
    expect((await caller.ask(`/v1/experiments/${id}/stop`, {})).status).toBe(200);
    await expect.poll(read, POLL).toMatchObject({ status: "stopped", cells: { running: 0 } });
    expect((await read()).costUsd).toBeCloseTo(sold(), 6);
    expect(sold()).toBeLessThanOrEqual(2);
    await isCounted(caller);
  });

  it("lets many at once take turns under a limit that all of them fit under", { timeout: TIMEOUT }, async () => {
    const caller = await keyWith(3);
    const { id } = (await caller.ask("/v1/experiments", votes(10))).body as Experiment;
    const read = async () => (await caller.ask(`/v1/experiments/${id}`)).body as Experiment;
    await expect.poll(read, POLL).toMatchObject({ status: "completed", cells: { done: 10 } });
    expect(world.models.journal).toHaveLength(20);
    await isCounted(caller);
    expect((await read()).waitsFor).toBeUndefined();
  });

  it("fails by name where one answer alone may cost more than the limit", { timeout: TIMEOUT }, async () => {
    const caller = await keyWith(0.01);
    const { id } = (await caller.ask("/v1/experiments", votes(1))).body as Experiment;
    const read = async () => (await caller.ask(`/v1/experiments/${id}`)).body as Experiment;
    await expect.poll(async () => (await read()).cells.failed, POLL).toBe(1);
    expect((await read()).table.arms[0]?.errors[0]?.error).toContain("limit is $0.01");
    expect([sold(), await caller.used()]).toEqual([0, 0]);
  });
});

describe("another judge", () => {
  it("is refused before it is asked, and counted as what it cost", { timeout: TIMEOUT }, async () => {
    const { id } = await debateThatIsOver();
    const poor = await keyWith(0.01);
    const refused = await poor.ask(`/v1/debates/${id}/rejudge`, { judge });
    expect([refused.status, refused.body.errors?.[0].pointer]).toEqual([422, "/judge"]);
    const caller = await keyWith(4);
    const ask = () => caller.ask(`/v1/debates/${id}/rejudge`, { judge });
    const asked = await Promise.all(Array.from({ length: 12 }, ask));
    // At the same time no two get the same number; whoever gets none tries again.
    const statuses = asked.map(({ status }) => status);
    expect(statuses).toContain(202);
    const ended = async () => {
      const { rejudgements = [] } = (await caller.ask(`/v1/debates/${id}`)).body as Debate;
      return rejudgements.filter(({ status }) => status !== "running").length;
    };
    await expect.poll(ended, POLL).toBe(statuses.filter((status) => status === 202).length);
    await isCounted(caller);
    let last = await ask();
    while (last.status === 202) last = await ask();
    expect(last.body).toMatchObject({ status: 429, limit: "usdPerDay", of: "key" });
    await expect.poll(async () => (await caller.ask(`/v1/debates/${id}`)).text, POLL).not.toContain('"running"');
    expect(sold()).toBeGreaterThan(0);
    expect(sold()).toBeLessThanOrEqual(4);
    await isCounted(caller);
  });
});

describe("positions and checks of models", () => {
  it("take their place first", { timeout: TIMEOUT }, async () => {
    const wanted = { topic: "Should cities ban cars?", count: 2, model: "openai/gpt-5.5" };
    const poor = await keyWith(0.000_1);
    const refused = await poor.ask("/v1/positions", wanted);
    expect([refused.status, refused.body.errors?.[0].pointer]).toEqual([422, "/model"]);
    const caller = await keyWith(1);
    expect((await caller.ask("/v1/positions", wanted)).status).toBe(200);
    expect(world.models.journal).toHaveLength(1);
    const ref = { provider: "openai", model: "gpt-5.5" };
    const cost = world.catalogue.costMicroUsd(ref, { ...USAGE, cachedInput: 0, cacheWrite: 0 });
    await expect.poll(caller.used, POLL).toBeCloseTo((cost ?? 0) / 1e6, 6);
  });

  it("ask no model of a draft beyond the limit", { timeout: TIMEOUT }, async () => {
    const draft = debate({ start: false, limits: { maxCostUsd: 10 } });
    const { id } = (await callerOf(admin).ask("/v1/debates", draft)).body as Debate;
    const poor = await keyWith(0.01);
    expect((await poor.ask(`/v1/debates/${id}/validate`, { live: true })).status).toBe(422);
    expect(sold()).toBe(0);
    const caller = await keyWith(0.5);
    const statuses: number[] = [];
    for (let n = 0; n < 10; n++) {
      await callerOf(admin).ask(`/v1/debates/${id}`, { topic: `Should city ${n} ban cars?` }, "PATCH");
      statuses.push((await caller.ask(`/v1/debates/${id}/validate`, { live: true })).status);
    }
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(sold()).toBeGreaterThan(0);
    expect(sold()).toBeLessThanOrEqual(0.5);
    await isCounted(caller);
  });
});
