import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, problemOf, type World } from "../world.ts";
import { as, makeKey } from "./keys.ts";

const MINUTE = Date.parse("2026-11-21T05:12:00.000Z");
let clock = MINUTE;
const now = () => new Date(clock);
const CALL = { path: "/v1/formats" };

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

test("A limit holds over two APIs on one table, tells what is left, and a 429 tells when to go on.", async () => {
  const apps = [world.appWith({ now }), world.appWith({ now })] as const;
  const { token } = await makeKey(world.store, { rateLimit: 4 });
  clock = MINUTE + 15_000;
  const answers = [];
  for (const app of [...apps, ...apps, apps[0]]) answers.push(await as(app, token, CALL));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
  expect(answers.map(({ headers }) => headers.get("ratelimit"))).toEqual(
    [3, 2, 1, 0, 0].map((left) => `"key";r=${left};t=45`),
  );
  for (const { headers } of answers) expect(headers.get("ratelimit-policy")).toBe('"key";q=4;w=60');
  expect(answers[4]?.headers.get("retry-after")).toBe("45");
  expect(await problemOf(answers[4] as Response)).toMatchObject({ type: "/problems/rate-limited", status: 429 });
  clock += 45_000;
  expect((await as(apps[1], token, CALL)).status).toBe(200);
});

test("Of many requests at once exactly as many pass as the limit says.", async () => {
  const app = world.appWith({ now });
  const { token } = await makeKey(world.store, { rateLimit: 10 });
  const answers = await Promise.all(Array.from({ length: 30 }, () => as(app, token, CALL)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
});

test("A refused request and one that fails carry the headers too; a key without a limit has none.", async () => {
  const app = world.appWith({ now });
  const limited = await makeKey(world.store, { rateLimit: 9, scopes: ["read"] });
  const free = await makeKey(world.store);
  const calls = [{ path: "/v1/debates/deb-x" }, { method: "POST", path: "/v1/debates", body: {} }];
  for (const [at, call] of calls.entries()) {
    const response = await as(app, limited.token, call);
    expect([response.status, response.headers.get("ratelimit")]).toEqual([
      [404, 403][at],
      expect.stringContaining(`r=${8 - at}`),
    ]);
  }
  const plain = await as(app, free.token, CALL);
  expect([plain.headers.has("ratelimit"), plain.headers.has("ratelimit-policy")]).toEqual([false, false]);
});
