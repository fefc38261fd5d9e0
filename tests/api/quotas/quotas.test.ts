import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiKeyRequest } from "../../../domain/around/api-keys.around.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { as, makeKey } from "../access/keys.ts";
import { demoRequest } from "../requests.ts";
import { createWorld, problemOf, unreachableTemporal, type World } from "../world.ts";

let world: World;
let operator: string;
let tenants = 0;
beforeAll(async () => {
  world = await createWorld();
  ({ token: operator } = await makeKey(world.store, { scopes: ["admin"] }));
});
afterAll(() => world[Symbol.asyncDispose]());

const call = (token: string, method: string, path: string, body?: unknown) =>
  as(world.app, token, { method, path, body });

/** A tenant with a key, and perhaps limits. */
async function tenantWith(quota: object | null, key: Partial<ApiKeyRequest> = {}) {
  const tenant = `tenant-${++tenants}`;
  if (quota) expect((await call(operator, "PUT", `/v1/quotas/${tenant}`, quota)).status).toBe(200);
  const { token } = await makeKey(world.store, { tenant, ...key });
  const create = (changes: object = {}) => call(token, "POST", "/v1/debates", demoRequest({ ...changes }));
  const own = async () => (await (await call(token, "GET", "/v1/quota")).json()) as Record<string, never>;
  return { tenant, token, create, own };
}

describe("limits of a tenant", () => {
  it("are set, read, replaced and taken back by the operator", async () => {
    const path = "/v1/quotas/acme";
    const unlimited = { atOnce: null, perDay: null, usdPerDay: null, usdPerMonth: null };
    expect(await (await call(operator, "GET", path)).json()).toMatchObject({ ...unlimited, waiting: 0 });
    await call(operator, "PUT", path, { atOnce: 3, usdPerDay: 2.5 });
    expect(await (await call(operator, "GET", path)).json()).toMatchObject({ ...unlimited, atOnce: 3, usdPerDay: 2.5 });
    await call(operator, "PUT", path, { perDay: 9 });
    expect(await (await call(operator, "GET", path)).json()).toMatchObject({ ...unlimited, perDay: 9 });
    expect((await call(operator, "DELETE", path)).status).toBe(204);
    expect(await (await call(operator, "GET", path)).json()).toMatchObject(unlimited);
  });

  it("are nobody else's to see or set, and say what is wrong with them", async () => {
    const { token } = await makeKey(world.store, { tenant: "other", scopes: ["admin"] });
    for (const method of ["GET", "PUT", "DELETE"])
      expect((await call(token, method, "/v1/quotas/other", method === "PUT" ? {} : undefined)).status).toBe(403);
    const { token: writer } = await makeKey(world.store);
    expect((await call(writer, "PUT", "/v1/quotas/default", {})).status).toBe(403);
    const wrong = await call(operator, "PUT", "/v1/quotas/acme", { atOnce: 0, usdPerDay: "20", hours: 1 });
    const { errors = [] } = await problemOf(wrong);
    expect([wrong.status, errors.map(({ pointer }) => pointer).toSorted()]).toEqual([
      422,
      ["/atOnce", "/hours", "/usdPerDay"],
    ]);
    expect((await call(operator, "PUT", `/v1/quotas/${"a".repeat(129)}`, {})).status).toBe(404);
  });

  it("refuse what does not fit, with the figures and the time, and leave other tenants alone", async () => {
    const { create, own } = await tenantWith({ perDay: 1 });
    expect((await create()).status).toBe(201);
    const refused = await create();
    const day = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T00:00:00.000Z`;
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(86_400);
    expect(await problemOf(refused)).toMatchObject({
      type: "/problems/quota-exceeded",
      limit: "perDay",
      of: "tenant",
      max: 1,
      used: 1,
      needed: 1,
      resetsAt: day,
    });
    expect(await own()).toMatchObject({ tenant: { perDay: 1, used: { perDay: 1 } }, resetsAt: { day } });
    expect((await (await tenantWith(null)).create()).status).toBe(201);
  });
});

describe("limits of a key", () => {
  it("come with the key and hold for it alone, beside the tenant's", async () => {
    const { tenant, create, own } = await tenantWith({ atOnce: 3 }, { atOnce: 1 });
    const other = await makeKey(world.store, { tenant });
    expect((await create()).status).toBe(201);
    expect(await problemOf(await create())).toMatchObject({ limit: "atOnce", of: "key", resetsAt: null });
    for (const status of [201, 201, 429])
      expect((await call(other.token, "POST", "/v1/debates", demoRequest())).status).toBe(status);
    expect(await own()).toMatchObject({
      tenant: { atOnce: 3, used: { atOnce: 3 } },
      key: { atOnce: 1, used: { atOnce: 1 } },
    });
  });

  it("are given over HTTP too, and shown in the list", async () => {
    const made = await call(operator, "POST", "/v1/keys", { scopes: ["write"], usdPerDay: 20, usdPerMonth: 300 });
    expect(await made.json()).toMatchObject({ atOnce: null, perDay: null, usdPerDay: 20, usdPerMonth: 300 });
    const refused = await call(operator, "POST", "/v1/keys", { scopes: ["write"], perDay: 1.5 });
    expect((await problemOf(refused)).errors).toEqual([expect.objectContaining({ pointer: "/perDay" })]);
  });
});

describe("a debate that does not fit", () => {
  it("leaves nothing behind when it is refused, and waits when it may", async () => {
    const { token, create, own } = await tenantWith({ atOnce: 1 });
    const first = (await (await create()).json()) as Debate;
    expect((await create()).status).toBe(429);
    const waiting = (await (await create({ whenBusy: "queue" })).json()) as Debate;
    expect(waiting).toMatchObject({ status: "ready", queue: { position: 1 } });
    const { items } = (await (await call(token, "GET", "/v1/debates")).json()) as { items: Debate[] };
    expect(items.map(({ id }) => id).toSorted()).toEqual([first.id, waiting.id].toSorted());
    expect(await own()).toMatchObject({ tenant: { used: { atOnce: 1, perDay: 1 }, waiting: 1 } });
  });

  it("gets its place once, also when its request is repeated", async () => {
    const { token, own } = await tenantWith({ atOnce: 1 });
    const headers = { authorization: `Bearer ${token}`, "idempotency-key": "once" };
    const [first, second] = [
      await world.post("/v1/debates", demoRequest(), headers),
      await world.post("/v1/debates", demoRequest(), headers),
    ];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await own()).toMatchObject({ tenant: { used: { atOnce: 1, perDay: 1 } } });
  });

  it("gives its place back when Temporal does not answer", async () => {
    const { token, own } = await tenantWith({ perDay: 1 });
    const app = world.appWith({ temporal: unreachableTemporal(), settings: { commandTimeoutMs: 300 } });
    const failed = await as(app, token, { method: "POST", path: "/v1/debates", body: demoRequest() });
    expect(failed.status).toBe(503);
    expect(await own()).toMatchObject({ tenant: { used: { atOnce: 0, perDay: 0 } } });
  });

  it("counts as a draft only from its start", async () => {
    const { create, own } = await tenantWith({ atOnce: 1 });
    for (let n = 0; n < 3; n++) expect((await create({ start: false })).status).toBe(201);
    expect(await own()).toMatchObject({ tenant: { used: { atOnce: 0, perDay: 0 } } });
  });
});
