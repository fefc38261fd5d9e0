/** Bodies that never come hold nothing that others need, whatever the route, and they end. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROUTES } from "../../../api/app.ts";
import { UNDESCRIBED, WORK } from "../../../api/base/places.ts";
import { type IdleBody, openIdleBody } from "../../support/idle-body.ts";
import { makeKey } from "../access/keys.ts";
import { createWorld, storeDebate, unreachableTemporal, type World } from "../world.ts";
import { serveApp } from "./served.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const keyOf = async (tenant: string) => (await makeKey(world.store, { tenant, scopes: ["admin"] })).token;
const withBodies = [...ROUTES.map(({ at }) => at), ...Object.keys(UNDESCRIBED)]
  .map((at = "") => at.split(" "))
  .filter(([method = "", path = ""]) => ["POST", "PUT", "PATCH"].includes(method) && !path.startsWith("/codec/"))
  .map(([method = "", path = ""]) => ({ method, path: path.replaceAll(/\{\w+\}/g, "no-such-thing") }));

const FEW = 2;
/** So few places that a body which holds one is noticed. */
const few = Object.fromEntries(Object.keys(WORK).map((name) => [name, { atOnce: FEW, byTenant: FEW }]));

test("While bodies of one tenant stay away, on every route that takes one, every request of another is answered.", async () => {
  const [mine, theirs] = [await keyOf("mine"), await keyOf("theirs")];
  const settings = { places: few, bodies: { idleMs: 300_000, longestMs: 300_000 }, commandTimeoutMs: 500 };
  await using served = await serveApp(world, { settings, temporal: unreachableTemporal() });
  const idle: IdleBody[] = [];
  for (const route of withBodies)
    for (let n = 0; n <= FEW; n++) idle.push(await openIdleBody(served.url, { ...route, token: theirs }));
  expect(idle.length).toBeGreaterThan(100);
  const statuses = await Promise.all(
    withBodies.map(async ({ method, path }) => [path, (await served.call(mine, path, {}, method)).status] as const),
  );
  // What needs a worker is refused because there is none; nothing is refused because it had no place in time.
  expect(statuses.filter(([, status]) => status === 408 || status === 429)).toEqual([]);
  const { id } = await storeDebate(world.store, { tenant: "mine", state: { status: "running" } });
  for (const command of ["pause", "stop"]) {
    const answer = await served.call(mine, `/v1/debates/${id}/${command}`, {});
    expect(((await answer.json()) as { detail: string }).detail).toContain("no worker answered");
  }
  const file = await fetch(`${served.url}/v1/files?name=a.txt`, {
    method: "POST",
    body: "A toll.",
    headers: { authorization: `Bearer ${mine}` },
  });
  expect(file.status).toBe(201);
  expect(
    idle.filter((one) => one.answer() !== ""),
    "they are still open",
  ).toEqual([]);
  for (const one of idle) one.close();
});

test("A body that stays away, and one that trickles, end with a 408, and so do their connections.", async () => {
  const token = await keyOf("slow");
  const bodies = { idleMs: 100, longestMs: 400, leastBytesPerSecond: 1 };
  await using served = await serveApp(world, { settings: { bodies } });
  const call = { method: "POST", path: "/v1/files?name=a.txt", token };
  const away = await openIdleBody(served.url, call);
  const trickling = await openIdleBody(served.url, call);
  const drops = setInterval(() => trickling.send("."), 20);
  for (const one of [away, trickling]) {
    const answer = (await one.closed).toLowerCase();
    expect(answer).toContain("http/1.1 408 ");
    expect(answer).toContain("connection: close");
    expect(answer).toContain("/problems/request-timeout");
  }
  clearInterval(drops);
});

test("One tenant's bodies may take so much memory together; what is beyond is a 429, and others' bodies arrive.", async () => {
  const [mine, theirs] = [await keyOf("small"), await keyOf("large")];
  const bodies = { bytesOfTenant: 100_000, bytesInAll: 300_000 };
  await using served = await serveApp(world, { settings: { bodies } });
  const call = { method: "POST", path: "/v1/estimates", token: theirs };
  const idle = await Promise.all([1, 2, 3].map(() => openIdleBody(served.url, call)));
  const body = { topic: "Should cities ban cars?", context: "word ".repeat(12_000) };
  await expect.poll(async () => (await served.call(theirs, "/v1/estimates", body)).status).toBe(429);
  const beyond = await served.call(theirs, "/v1/estimates", body);
  expect(beyond.headers.has("retry-after")).toBe(true);
  expect((await served.call(mine, "/v1/estimates", body)).status).toBe(200);
  expect(
    idle.filter((one) => one.answer() !== ""),
    "they are still open",
  ).toEqual([]);
  for (const one of idle) one.close();
  await expect.poll(async () => (await served.call(theirs, "/v1/estimates", body)).status).toBe(200);
});
