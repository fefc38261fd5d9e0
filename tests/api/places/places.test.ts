/** Places are shared by tenants, stops have some of their own, and every route has one. */
import type { Client } from "@temporalio/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp, ROUTES } from "../../../api/app.ts";
import { HELD, WORK } from "../../../api/base/places.ts";
import { placesOf } from "../../../api/places/take.ts";
import { as, makeKey } from "../access/keys.ts";
import { createWorld, postOf, storeDebate, type World } from "../world.ts";
import { serveApp } from "./served.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const PAUSED = { status: "paused", remembered: "running" } as const;
const keyOf = async (tenant: string) => (await makeKey(world.store, { tenant })).token;

/** A Temporal whose workflows answer `held` commands only when the gate opens. */
function gated(held: string[]) {
  const gate = Promise.withResolvers<void>();
  const sent: string[] = [];
  const executeUpdate = async (name: string) => {
    sent.push(name);
    if (held.includes(name)) await gate.promise;
    return { version: 1, state: {} };
  };
  const temporal = {
    workflow: { getHandle: () => ({ executeUpdate }), signalWithStart: async () => {} },
    withDeadline: (_: number, call: () => unknown) => call(),
  };
  return { temporal: temporal as unknown as Client, sent, open: gate.resolve };
}

/** Pages and descriptions: they answer from memory, the same for everybody. */
const FROM_MEMORY =
  /^\/(debates|experiments|presets|ratings|schedules|keys|assets|docs|openapi\.json|favicon|\.well-known)?(\/|$)/;

test("Every route that is registered names what it takes of everything that requests share.", () => {
  const codec = { encode: async () => [], decode: async () => [] };
  const oidc = { issuer: "http://127.0.0.1:1", audience: "parley", tenantClaim: "tenant" };
  const app = createApp({ ...world.deps, codec, settings: { ...world.deps.settings, oidc } });
  const placeOf = placesOf(ROUTES);
  const named = app.routes
    .filter(({ method }) => method !== "ALL")
    .map(({ method, path }) => ({ method, path: path.replaceAll(/:(\w+)/g, "{$1}") }))
    .map(({ method, path }) => ({ at: `${method} ${path}`, path, place: placeOf(method, path) }));
  const nameless = named.filter(({ place, path }) => place === undefined && !FROM_MEMORY.test(path));
  expect(nameless).toEqual([]);
  expect(named.length).toBeGreaterThan(100);
  for (const { at, place } of named)
    if (place === "none") expect(at, "a change has an owner").toMatch(/^GET /);
    else if (place !== undefined && place !== "inner") expect(WORK[place].byTenant, at).toBeGreaterThan(0);
});

test("Every place has a bound for a tenant, one in all that is larger, and an end.", () => {
  for (const { atOnce, byTenant, waiting, waitMs, end } of Object.values(WORK)) {
    expect(byTenant).toBeLessThanOrEqual(atOnce);
    expect(Math.min(waiting, waitMs, end.length)).toBeGreaterThan(0);
  }
  for (const { byKey, byShare, byTenant, inAll, end } of Object.values(HELD)) {
    expect([byShare, byKey, byTenant, inAll]).toEqual([byShare, byKey, byTenant, inAll].toSorted((a, b) => a - b));
    expect(end).not.toBe("");
  }
});

test("A burst of commands reaches the workers bit by bit: some wait unread, those beyond are accepted for later, and reads go on.", async () => {
  const { id } = await storeDebate(world.store, { state: PAUSED });
  const { temporal, sent, open } = gated(["resume"]);
  let reads = 0;
  const getDebate: World["store"]["getDebate"] = (key) => {
    reads++;
    return world.store.getDebate(key);
  };
  const [atOnce, waiting] = [5, 10];
  // How long one may wait is not asked here.
  const settings = { places: { commands: { atOnce, waiting, waitMs: 60_000, lateMs: 60_000 } } };
  const own = await createWorld();
  const app = own.appWith({ temporal, store: { ...world.store, getDebate }, settings });
  const resume = async () => app.request(`/v1/debates/${id}/resume`, postOf({}));
  // Which of them comes last is not certain: the one that finds no place is the first to be answered.
  const all = Array.from({ length: atOnce + waiting + 1 }, resume);
  const beyond = await Promise.race(all);
  expect([beyond.status, await beyond.json()]).toEqual([202, expect.objectContaining({ status: "waiting", place: 1 })]);
  const remark = await app.request(`/v1/debates/${id}/interjections`, postOf({ text: "Be brief." }));
  expect([remark.status, Number(remark.headers.get("retry-after")) > 0]).toEqual([503, true]);
  await expect.poll(() => sent.length).toBe(atOnce);
  expect(reads).toBe(atOnce + 1);
  expect((await app.request(`/v1/debates/${id}`)).status).toBe(200);
  open();
  const answers = await Promise.all(all);
  expect(answers.filter((one) => one !== beyond).map(({ status }) => status)).toEqual(sent.map(() => 200));
  expect(sent.length).toBe(atOnce + waiting);
  await own[Symbol.asyncDispose]();
});

test("No load of commands, of others or of one's own, keeps a stop or a pause from its debate.", async () => {
  const token = await keyOf("busy");
  const other = await keyOf("calm");
  const { id } = await storeDebate(world.store, { tenant: "busy", state: PAUSED });
  const running = await storeDebate(world.store, { tenant: "busy", state: { status: "running" } });
  const calm = await storeDebate(world.store, { tenant: "calm", state: PAUSED });
  const { temporal, sent, open } = gated(["resume"]);
  const app = world.appWith({
    temporal,
    settings: { places: { commands: { atOnce: 4, byTenant: 3, waiting: 6, lateMs: 60_000 } } },
  });
  const all = Array.from({ length: 9 }, () =>
    as(app, token, { path: `/v1/debates/${id}/resume`, method: "POST", body: {} }),
  );
  await expect.poll(() => sent.length).toBe(3);
  const one = await as(app, token, { path: `/v1/debates/${id}/resume`, method: "POST", body: {} });
  expect(one.status, "the commands' places are taken").toBe(202);
  for (const command of ["pause", "stop"])
    expect(
      (await as(app, token, { path: `/v1/debates/${running.id}/${command}`, method: "POST", body: {} })).status,
    ).toBe(200);
  const remark = as(app, other, { path: `/v1/debates/${calm.id}/retry`, method: "POST", body: {} });
  expect((await remark).status, "another tenant's command").toBe(200);
  open();
  expect((await Promise.all(all)).map(({ status }) => status)).toEqual(all.map(() => 200));
});

test("Readers that ask for a large answer and do not read it hold no place.", async () => {
  const token = await keyOf("lazy");
  const request = { context: "word ".repeat(70_000) };
  const { id } = await storeDebate(world.store, { tenant: "lazy", request });
  const places = { reads: { atOnce: 1, byTenant: 1 }, longReads: { atOnce: 1, byTenant: 1 } };
  await using served = await serveApp(world, { settings: { places } });
  const unread: Response[] = [];
  // The head has come, the body stays where it is.
  for (let n = 0; n < 4; n++)
    unread.push(
      await served.call(token, `/v1/debates/${id}`),
      await served.call(token, `/v1/debates/${id}/transcript?as=json`),
    );
  expect(unread.map(({ status }) => status)).toEqual(unread.map(() => 200));
  expect((await served.call(token, `/v1/debates/${id}`)).status).toBe(200);
  for (const { body } of unread) await body?.cancel();
});
