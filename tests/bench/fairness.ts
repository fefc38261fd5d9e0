/**
 * One tenant's lone debate behind another's many: how long it takes, beside the same debate alone, and how many of the others
 * end before it.
 *
 *     npm run bench -- fairness
 */
import { setTimeout as sleep } from "node:timers/promises";
import { createApiKey } from "../../api/access/api-keys.access.ts";
import type { Debate } from "../../domain/shapes/schemas/debate.schema.ts";
import { debaters, requestOf, type World } from "../support/world.ts";

const OTHERS = 100;
const SPEAKERS = ["p1", "p2"];

export async function benchFairness(world: World): Promise<string[]> {
  world.models.use(debaters(SPEAKERS));
  const [many, lone] = [await callerOf(world, "many"), await callerOf(world, "lone")];
  await lone.debate();
  const alone = await timed(lone.debate);
  const started = performance.now();
  await Promise.all(Array.from({ length: OTHERS }, () => many.create()));
  const created = performance.now() - started;
  const behind = await timed(lone.debate);
  const before = await many.completed();
  // One reader that asks now and then: many would take the time that is measured.
  while ((await many.completed()) < OTHERS) await sleep(500);
  const last = performance.now() - started;
  return [
    `fairness: a lone debate behind ${OTHERS} of another tenant (wanted: at most 30 of them end first)`,
    `  alone ${seconds(alone)}, behind them ${seconds(behind)}; ${before} of them ended first`,
    `  they were created in ${seconds(created)} and all over after ${seconds(last)}`,
  ];
}

async function callerOf({ store, url }: World, tenant: string) {
  const request = { scopes: ["read" as const, "write" as const] };
  const { token } = await createApiKey(store.records, { tenant, request, now: new Date() });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const call = async (path: string, init: RequestInit = {}) =>
    (await (await fetch(`${url}${path}`, { headers, ...init })).json()) as Debate;
  const body = JSON.stringify(requestOf());
  const completed = async () =>
    ((await call("/v1/debates?status=completed&limit=100")) as unknown as { items: Debate[] }).items.length;
  const create = async () => (await call("/v1/debates", { method: "POST", body })).id;
  const ended = async (id: string) => {
    while ((await call(`/v1/debates/${id}`)).completedAt === null) await sleep(100);
  };
  return { create, completed, debate: async () => ended(await create()) };
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
