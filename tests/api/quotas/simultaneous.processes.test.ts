/** Fifty creates at once over two API processes: limits hold to the count and the cent. */
import type { ChildProcess } from "node:child_process";
import { afterEach, describe, expect, inject, it } from "vitest";
import { requireQuota } from "../../../domain/around/quotas/quota.ts";
import type { Quota } from "../../../domain/shapes/payer.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { killProgram, startProgram } from "../../support/processes/program.ts";
import { openWorld } from "../../support/use-world.ts";
import { debaters, requestOf, type World } from "../../support/world.ts";
import { makeKey } from "../access/keys.ts";
import { postOf } from "../world.ts";

const TIMEOUT = 120_000;
const POLL = { timeout: 60_000, interval: 200 };
const CREATES = 50;
/** Of those that queue up. */
const AT_ONCE = 4;

const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) await killProgram(child);
});

async function start(world: World, name: "api" | "worker", more: object = {}) {
  const { models, table, taskQueue, temporalAddress } = world;
  const bundle = inject("workflowBundle");
  const settings = { table, taskQueue, temporalAddress, providers: models.providers, bundle, ...more };
  const started = await startProgram({ name, settings });
  children.push(started.child);
  return { url: started.said, child: started.child };
}

/** Two API processes, a worker process, and a key of a tenant with these limits. */
async function stage(quota: Quota, ofKey: Quota = {}) {
  const world = await openWorld({ workers: false });
  world.models.use(debaters(["p1", "p2"]));
  const tenant = "acme";
  const { token: operator } = await makeKey(world.store, { scopes: ["admin"] });
  const { token } = await makeKey(world.store, { tenant, ...ofKey });
  const [first, second] = await Promise.all([start(world, "api"), start(world, "api")]);
  const call = async (
    path: string,
    { as = token, api = first.url, ...init }: RequestInit & { as?: string; api?: string } = {},
  ) => {
    const headers = { ...(init.headers as object), authorization: `Bearer ${as}` };
    const response = await fetch(`${api}${path}`, { ...init, headers });
    return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
  };
  const body = JSON.stringify(requireQuota(quota));
  const json = { "content-type": "application/json" };
  const set = await call(`/v1/quotas/${tenant}`, { method: "PUT", body, headers: json, as: operator });
  expect(set.status).toBe(200);
  const create = (n: number, changes: object, headers: Record<string, string> = {}) =>
    call("/v1/debates", { ...postOf(requestOf(changes), headers), api: n % 2 === 0 ? first.url : second.url });
  const all = async (changes: object) => {
    const answers = await Promise.all(Array.from({ length: CREATES }, (_, n) => create(n, changes)));
    const of = (status: number) => answers.filter((one) => one.status === status);
    return {
      created: of(201).map((one) => one.body as Debate),
      refused: of(429),
      others: answers.length - of(201).length - of(429).length,
    };
  };
  const used = async () => (await call("/v1/quota")).body.tenant.used;
  return { world, call, all, used, first, second, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

describe("fifty simultaneous creates over two processes", () => {
  it("begin as many debates as there may be at once, no more and no fewer", { timeout: TIMEOUT }, async () => {
    await using staged = await stage({ atOnce: 7 });
    const { world, all, used, call } = staged;
    const { created, refused, others } = await all({});
    expect([created.length, refused.length, others]).toEqual([7, 43, 0]);
    for (const { body, headers } of refused) {
      expect(body).toMatchObject({ type: "/problems/quota-exceeded", limit: "atOnce", of: "tenant", max: 7 });
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect(await used()).toMatchObject({ atOnce: 7, perDay: 7 });
    expect((await call("/v1/debates?limit=100")).body.items).toHaveLength(7);
    await start(world, "worker");
    await expect.poll(used, POLL).toMatchObject({ atOnce: 0, perDay: 7 });
  });

  it("set aside no cent more than a day's limit, and keep what was spent", { timeout: TIMEOUT }, async () => {
    await using staged = await stage({ usdPerDay: 20 }, { usdPerMonth: 15.99 });
    const { world, all, used, call } = staged;
    const { created, refused } = await all({ limits: { maxCostUsd: 1.27 } });
    // Twelve make 15.24.
    expect([created.length, refused.length]).toEqual([12, 38]);
    expect(await used()).toMatchObject({ usdPerDay: 15.24, usdPerMonth: 15.24 });
    expect(refused[0]?.body).toMatchObject({ limit: "usdPerMonth", of: "key", max: 15.99, used: 15.24, needed: 1.27 });
    await start(world, "worker");
    await expect.poll(used, POLL).toMatchObject({ atOnce: 0 });
    const costs = await Promise.all(
      created.map(async ({ id }) => (await call(`/v1/debates/${id}`)).body.cost.totalUsd),
    );
    const micro = costs.reduce((sum, usd) => sum + Math.round(usd * 1e6), 0);
    expect(micro).toBeGreaterThan(0);
    expect(await used()).toEqual({ atOnce: 0, perDay: 12, usdPerDay: micro / 1e6, usdPerMonth: micro / 1e6 });
  });

  it("queue up, and all of them run although API and workers are killed", { timeout: TIMEOUT }, async () => {
    await using staged = await stage({ atOnce: AT_ONCE });
    const { world, all, used, call, first, second } = staged;
    const { created } = await all({ whenBusy: "queue", maxRounds: 1 });
    expect(created).toHaveLength(CREATES);
    const places = created.flatMap(({ queue }) => queue?.position ?? []).toSorted((a, b) => a - b);
    expect(places).toEqual(Array.from({ length: CREATES - AT_ONCE }, (_, i) => i + 1));
    const worker = await start(world, "worker");
    await expect.poll(async () => (await used()).perDay, POLL).toBeGreaterThan(8);
    await killProgram(worker.child);
    await killProgram(second.child);
    expect((await used()).atOnce).toBeLessThanOrEqual(AT_ONCE);
    await start(world, "worker");
    await expect.poll(used, POLL).toMatchObject({ atOnce: 0, perDay: CREATES });
    expect((await call("/v1/debates?status=completed&limit=100", { api: first.url })).body.items).toHaveLength(CREATES);
    const started = await Promise.all(created.map(({ id }) => call(`/v1/debates/${id}`)));
    // In the order of the queue, give or take those that begin at once; only what the kills caught may begin late.
    const byPlace = created.map(({ queue }, i) => [queue?.position ?? 0, started[i]?.body.startedAt] as const);
    const times = byPlace
      .filter(([place]) => place > 0)
      .toSorted(([a], [b]) => a - b)
      .map(([, at]) => Date.parse(at));
    const late = times.filter((at, i) => times.slice(i + 2 * AT_ONCE).some((later) => later < at));
    expect(late.length).toBeLessThanOrEqual(AT_ONCE);
  });
});
