import { afterAll, beforeAll, expect, test } from "vitest";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { demoRequest } from "../requests.ts";
import { createWorld, problemOf, storeDebate, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

let n = 0;
const newKey = () => ({ "idempotency-key": `key ${++n}` });
const tagged = (tag: string) => demoRequest({ tags: [tag] });
const idsWith = async (tag: string) => {
  const { records } = await world.store.listDebates({ tenant: "default", limit: 100, tags: [tag] });
  return records.map(({ id }) => id);
};

test("Fifty simultaneous creations with one key make one debate and get fifty equal answers.", async () => {
  const key = newKey();
  const answers = await Promise.all(Array.from({ length: 50 }, () => world.post("/v1/debates", tagged("fifty"), key)));
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  expect(new Set(texts).size).toBe(1);
  const { id } = JSON.parse(texts[0] as string) as Debate;
  expect(await idsWith("fifty")).toEqual([id]);
  expect(new Set(answers.map(({ headers }) => headers.get("location")))).toEqual(new Set([`/v1/debates/${id}`]));
  const replayed = answers.filter(({ headers }) => headers.get("idempotent-replayed") === "true");
  expect(replayed).toHaveLength(49);
});

test("A repeat has the first answer's status, headers and text, and a request id of its own.", async () => {
  const key = newKey();
  const first = await world.post("/v1/debates", tagged("again"), key);
  const again = await world.post("/v1/debates", tagged("again"), key);
  expect(first.headers.get("idempotent-replayed")).toBeNull();
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  for (const name of ["content-type", "location", "etag"])
    expect(again.headers.get(name)).toBe(first.headers.get(name));
  expect(again.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
  expect(await again.text()).toBe(await first.text());
  expect(await idsWith("again")).toHaveLength(1);
});

test("Another body or another address under a used key is refused, and makes nothing.", async () => {
  const key = newKey();
  await world.post("/v1/debates", tagged("used"), key);
  for (const other of [
    await world.post("/v1/debates", tagged("unused"), key),
    await world.post("/v1/templates", tagged("used"), key),
  ]) {
    expect(other.status).toBe(422);
    expect((await problemOf(other)).type).toBe("/problems/idempotency-key-reused");
  }
  expect(await idsWith("unused")).toEqual([]);
});

test("Refusals are kept too, but not those that depend on the headers.", async () => {
  const key = newKey();
  const refused = await world.post("/v1/debates", tagged("refused"), { ...key, accept: "image/png" });
  expect(refused.status).toBe(406);
  expect((await world.post("/v1/debates", tagged("refused"), key)).status).toBe(201);
  const faulty = newKey();
  const first = await world.post("/v1/debates", { topic: "" }, faulty);
  const again = await world.post("/v1/debates", { topic: "" }, faulty);
  expect([first.status, again.status]).toEqual([422, 422]);
  expect(await again.text()).toBe(await first.text());
});

test.each(["/v1/templates", "/v1/debates/{id}/stop"])("POST %s is done once under one key.", async (path) => {
  const { id } = await storeDebate(world.store, { state: { status: "completed" } });
  const body = path.endsWith("stop") ? {} : { name: "Once", text: "Say it once.", tags: [] };
  const key = newKey();
  const first = await world.post(path.replace("{id}", id), body, key);
  const again = await world.post(path.replace("{id}", id), body, key);
  expect(first.status).toBeLessThan(500);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect(await again.text()).toBe(await first.text());
});

test("Keys of 256 characters, none, and other than printable ASCII are 422 at the header.", async () => {
  for (const key of ["k".repeat(256), "", "clé", "tab\there"]) {
    const response = await world.post("/v1/debates", tagged("bad"), { "idempotency-key": key });
    expect(response.status).toBe(422);
    expect((await problemOf(response)).errors?.map(({ pointer }) => pointer)).toEqual(["/Idempotency-Key"]);
  }
  expect(await idsWith("bad")).toEqual([]);
  const longest = { "idempotency-key": `${"k".repeat(254)}~` };
  expect((await world.post("/v1/debates", tagged("longest"), longest)).status).toBe(201);
});

test("Tenants do not share keys, and a fault of ours is not kept.", async () => {
  const key = newKey();
  const failing = { ...world.store, createDebate: () => Promise.reject(new Error("broken")) };
  const broken = world.appWith({ store: failing });
  const init = {
    method: "POST",
    body: JSON.stringify(tagged("broken")),
    headers: { ...key, "content-type": "application/json" },
  };
  expect((await broken.request("/v1/debates", init)).status).toBe(500);
  const response = await world.post("/v1/debates", tagged("broken"), key);
  expect(response.status).toBe(201);
  expect(response.headers.get("idempotent-replayed")).toBeNull();
  expect(await idsWith("broken")).toHaveLength(1);
});

test("While the first works the others wait, then get 409 with Retry-After; a long Prefer: wait keeps its lease.", async () => {
  const app = world.appWith({ settings: { idempotency: { leaseMs: 300, waitMs: 900 } } });
  const key = newKey();
  const init = (prefer: string) => ({
    method: "POST",
    body: JSON.stringify(tagged("slow")),
    headers: { ...key, prefer, "content-type": "application/json" },
  });
  // Nothing runs this debate, so the first holds for its whole time: five times the lease.
  const first = app.request("/v1/debates", init("wait=2"));
  const early = await Promise.resolve(app.request("/v1/debates", init("wait=2")));
  expect(early.status).toBe(409);
  expect(early.headers.get("retry-after")).toMatch(/^\d+$/);
  expect((await problemOf(early)).type).toBe("/problems/request-in-progress");
  const done = await first;
  expect(done.status).toBe(201);
  expect(done.headers.get("preference-applied")).toBe("wait=2");
  const again = await app.request("/v1/debates", init("wait=2"));
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect(again.headers.get("preference-applied")).toBe("wait=2");
  expect(await again.text()).toBe(await done.text());
  expect(await idsWith("slow")).toHaveLength(1);
});
