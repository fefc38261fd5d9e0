/** Debates under limits, on the whole stack: who begins, who waits, what is settled, and what an experiment does. */
import { describe, expect, it } from "vitest";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { requestOf, type World } from "../../support/world.ts";
import { POLL, QUEUED, slow, TIMEOUT, worldWith } from "./limited.ts";

const own = async (world: World) => (await world.request("/v1/quota")).body.tenant;

function over(world: World, id: string): Promise<Debate> {
  return expect
    .poll(() => world.debate(id), POLL)
    .toMatchObject({ completedAt: expect.any(String) })
    .then(() => world.debate(id));
}

describe("a debate in the queue", () => {
  it("waits as `ready`, shows its place, and begins by its turn", { timeout: TIMEOUT }, async () => {
    await using world = await worldWith({ atOnce: 1 });
    const first = await world.create(slow());
    const second = await world.create(slow(QUEUED));
    const third = await world.create(requestOf(QUEUED));
    expect([first.queue, second.queue?.position, third.queue?.position]).toEqual([undefined, 1, 2]);
    await expect.poll(async () => (await world.debate(third.id)).allowed, POLL).toContain("stop");
    expect(await world.debate(third.id)).toMatchObject({ status: "ready", startedAt: null, queue: { position: 2 } });
    expect(await own(world)).toMatchObject({ atOnce: 1, used: { atOnce: 1, perDay: 1 }, waiting: 2 });
    await world.post(`/v1/debates/${first.id}/stop`, { mode: "abandon" });
    await expect.poll(async () => (await world.debate(second.id)).status, POLL).toBe("running");
    expect(await world.debate(third.id)).toMatchObject({ status: "ready", queue: { position: 1 } });
    await world.post(`/v1/debates/${second.id}/stop`, { mode: "abandon" });
    expect(await over(world, third.id)).toMatchObject({ status: "completed" });
    await expect.poll(() => own(world), POLL).toMatchObject({ used: { atOnce: 0, perDay: 3 }, waiting: 0 });
  });

  it("leaves it when it is stopped or its workflow is terminated", { timeout: TIMEOUT }, async () => {
    await using world = await worldWith({ atOnce: 1 }, { stillMs: 0 });
    const first = await world.create(slow());
    const [second, third, fourth] = [
      await world.create(slow(QUEUED)),
      await world.create(slow(QUEUED)),
      await world.create(slow(QUEUED)),
    ];
    await expect.poll(async () => (await world.post(`/v1/debates/${second.id}/stop`)).status, POLL).toBe(200);
    await world.handle(third.id).terminate("by a test");
    await expect.poll(async () => (await world.debate(third.id)).status, POLL).toBe("cancelled");
    await expect.poll(async () => (await world.debate(fourth.id)).queue?.position, POLL).toBe(1);
    await world.handle(first.id).terminate("by a test");
    await expect.poll(async () => (await world.debate(first.id)).status, POLL).toBe("cancelled");
    await expect.poll(async () => (await world.debate(fourth.id)).status, POLL).toBe("running");
    expect((await own(world)).used).toMatchObject({ atOnce: 1, perDay: 2 });
  });
});

describe("a limit in USD", () => {
  it("holds what a debate may spend, and keeps what it has spent", { timeout: TIMEOUT }, async () => {
    await using world = await worldWith({ usdPerDay: 2 });
    const limits = { maxCostUsd: 1.5 };
    const first = await world.create(slow({ limits }));
    expect((await own(world)).used).toMatchObject({ usdPerDay: 1.5, usdPerMonth: 1.5 });
    const refused = await world.post("/v1/debates", requestOf({ limits }));
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ limit: "usdPerDay", of: "tenant", max: 2, used: 1.5, needed: 1.5 });
    await expect.poll(async () => (await world.debate(first.id)).usage.calls, POLL).toBeGreaterThan(1);
    await world.post(`/v1/debates/${first.id}/stop`);
    const { cost } = await over(world, first.id);
    expect(cost.totalUsd).toBeGreaterThan(0);
    await expect.poll(async () => (await own(world)).used, POLL).toMatchObject({ usdPerDay: cost.totalUsd, atOnce: 0 });
    const second = await over(world, (await world.create(requestOf({ limits }))).id);
    const sum = Math.round(((cost.totalUsd ?? 0) + (second.cost.totalUsd ?? 0)) * 1e6) / 1e6;
    await expect.poll(async () => (await own(world)).used.usdPerDay, POLL).toBe(sum);
  });

  it("sets a debate's own limit with a warning, raises it as far as there is room, and keeps it", async () => {
    await using world = await worldWith({ usdPerDay: 1.25 });
    const debate = await world.create(slow());
    const { limitUsd } = debate.cost;
    expect(limitUsd).toBeLessThanOrEqual(1.25);
    expect(debate.warnings).toContainEqual(expect.objectContaining({ code: "quota-limit" }));
    expect((await own(world)).used.usdPerDay).toBe(limitUsd);
    await expect.poll(async () => (await world.debate(debate.id)).status, POLL).toBe("running");
    const patch = (limits: object | null) =>
      world.request(`/v1/debates/${debate.id}`, {
        method: "PATCH",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ limits }),
      });
    expect(await patch({ maxCostUsd: 1.2 })).toMatchObject({ status: 200 });
    expect((await own(world)).used.usdPerDay).toBe(Math.max(1.2, limitUsd ?? 0));
    expect(await patch({ maxCostUsd: 1.3 })).toMatchObject({ status: 429, body: { limit: "usdPerDay" } });
    expect(await patch(null)).toMatchObject({ status: 422, body: { errors: [{ pointer: "/limits/maxCostUsd" }] } });
    expect((await world.debate(debate.id)).cost.limitUsd).toBe(1.2);
    const { status, body } = await world.post("/v1/debates", requestOf({ limits: { maxCostUsd: 1.3 } }));
    expect([status, body.errors[0].pointer]).toEqual([422, "/limits/maxCostUsd"]);
  });

  it("charges a fork for its own part", { timeout: TIMEOUT }, async () => {
    await using world = await worldWith({ usdPerDay: 50 });
    const first = await over(world, (await world.create(requestOf({ limits: { maxCostUsd: 2 } }))).id);
    const { body, status } = await world.post(`/v1/debates/${first.id}/fork`, { afterRound: 1 });
    expect(status).toBe(201);
    const fork = await over(world, body.id);
    const inherited = fork.forkedFrom?.costUsd ?? 0;
    expect(inherited).toBeGreaterThan(0);
    const spent = (first.cost.totalUsd ?? 0) + (fork.cost.totalUsd ?? 0) - inherited;
    await expect.poll(async () => (await own(world)).used.usdPerDay, POLL).toBeCloseTo(spent, 6);
  });

  it("counts a debate and the twin beside it", { timeout: TIMEOUT }, async () => {
    await using world = await worldWith({ atOnce: 1, usdPerDay: 4 });
    const made = await world.create(
      requestOf({ orderCheck: "twin", judge: { model: "openai/gpt-5.5" }, limits: { maxCostUsd: 2 } }),
    );
    expect((await own(world)).used).toMatchObject({ atOnce: 1, usdPerDay: 4 });
    const ended = await over(world, made.id);
    const twins = await Promise.all((ended.twins ?? []).map((id) => over(world, id)));
    expect(twins).toHaveLength(1);
    const spent = [ended, ...twins].reduce((sum, { cost }) => sum + (cost.totalUsd ?? 0), 0);
    await expect.poll(async () => (await own(world)).used.usdPerDay, POLL).toBeCloseTo(spent, 6);
    expect((await own(world)).used).toMatchObject({ atOnce: 0, perDay: 1 });
  });
});

describe("an experiment under a limit", () => {
  it("lets its debates wait for room, and all of them run", { timeout: TIMEOUT }, async () => {
    await using world = await worldWith({ atOnce: 1 });
    const most: number[] = [];
    const base = { ...(requestOf({ maxRounds: 1 }) as Record<string, unknown>), topic: undefined };
    const items = [1, 2, 3, 4].map((n) => ({ question: `Is ${n} enough?` }));
    const arms = [{ name: "debate", patch: {} }];
    const { body } = await world.post("/v1/experiments", { name: "e", base, items, arms, concurrency: 4 });
    const status = async () => {
      most.push((await own(world)).used.atOnce);
      return (await world.request(`/v1/experiments/${body.id}`)).body.status;
    };
    await expect.poll(status, POLL).toBe("completed");
    const { cells } = (await world.request(`/v1/experiments/${body.id}`)).body;
    expect(cells).toMatchObject({ done: 4, failed: 0 });
    expect(Math.max(...most)).toBe(1);
    expect((await own(world)).used).toMatchObject({ atOnce: 0, perDay: 4 });
  });
});
