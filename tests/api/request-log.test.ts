import { afterAll, beforeAll, expect, test } from "vitest";
import { placeOf } from "../../api/base/place.api-base.ts";
import { as, makeKey } from "./access/keys.ts";
import { createWorld, storeDebate, unreachableTemporal, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

test("Every line of a request says which request it was, of whom, and of which debate.", async () => {
  const { token, key } = await makeKey(world.store, { tenant: "acme" });
  const { id } = await storeDebate(world.store, { tenant: "acme" });
  const store = {
    ...world.store,
    records: { ...world.store.records, list: () => Promise.reject(new TypeError("planted")) },
  };
  await as(world.appWith({ store }), token, { path: `/v1/debates/${id}/transcript?as=md` });
  const [failed, request] = world.lines.slice(-2);
  const facts = { tenant: "acme", keyId: key.id, debateId: id, route: "/v1/debates/{id}/transcript" };
  expect(failed).toMatchObject({ message: "request failed", fields: { ...facts, error: "TypeError" } });
  expect(failed?.fields.place).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/tests\/api\/request-log\.test\.ts/),
      expect.stringMatching(/^[^/]* \((store|api)\/[\w/-]+\.ts:\d+:\d+\)$/),
    ]),
  );
  expect(request).toMatchObject({ message: "request", fields: { ...facts, method: "GET", status: 500 } });
  expect(failed?.fields.requestId).toBe(request?.fields.requestId);
  expect(JSON.stringify(world.lines)).not.toContain("planted");
});

test("A line from deep inside a request carries the same facts.", async () => {
  const { token } = await makeKey(world.store, { tenant: "acme" });
  const app = world.appWith({ temporal: unreachableTemporal(), settings: { commandTimeoutMs: 300 } });
  const body = { topic: "t", format: "round-limited", participants: [1, 2].map((n) => speaker(n)) };
  expect((await as(app, token, { method: "POST", path: "/v1/debates", body })).status).toBe(503);
  const line = world.lines.find(({ message }) => message === "the workflow did not start");
  expect(line?.fields).toMatchObject({
    tenant: "acme",
    route: "/v1/debates",
    debateId: expect.stringMatching(/^deb-/),
  });
  expect(line?.fields.requestId).toMatch(/^[\da-f-]{36}$/);
});

test("The place of a fault has no text of its message, whatever that looks like.", () => {
  const error = new RangeError("planted\n    at planted (/words:1:1)\n    at more (/planted:2:2)");
  const place = placeOf(error);
  expect(place[0]).toMatch(/tests\/api\/request-log\.test\.ts/);
  expect(place.length).toBeLessThanOrEqual(8);
  expect(JSON.stringify(place)).not.toContain("planted");
  error.message = "another";
  expect(JSON.stringify(placeOf(error))).not.toContain("another");
  for (const thrown of [undefined, "planted", { stack: 7 }, { stack: "planted" }]) expect(placeOf(thrown)).toEqual([]);
});

test("A new debate is named in the line of the request that made it; an address that is not there is not repeated.", async () => {
  const { token } = await makeKey(world.store, { tenant: "acme" });
  const body = { topic: "t", format: "round-limited", start: false };
  const made = await as(world.app, token, { method: "POST", path: "/v1/debates", body });
  expect(made.status).toBe(201);
  const { id } = (await made.json()) as { id: string };
  expect(world.lines.at(-1)?.fields).toMatchObject({ route: "/v1/debates", status: 201, debateId: id });
  await as(world.app, token, { path: "/v1/planted-words" });
  expect(world.lines.at(-1)?.fields).toMatchObject({ route: "unmatched", status: 404 });
  expect(JSON.stringify(world.lines)).not.toContain("planted-words");
});

test("A caller's traceparent stands in the log and with the workflow; what is none is left out.", async () => {
  const { token } = await makeKey(world.store, { tenant: "acme" });
  const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
  const post = (traceparent: string) =>
    world.app.request("/v1/debates", {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", traceparent },
      body: JSON.stringify({ topic: "t", participants: [speaker(1), speaker(2)] }),
    });
  const memoOf = async (response: Response) => {
    const { id } = (await response.json()) as { id: string };
    return (await world.temporal.workflow.getHandle(id).describe()).memo;
  };
  const given = `00-${traceId}-00f067aa0ba902b7-01`;
  expect(await memoOf(await post(given))).toEqual({ traceparent: given });
  expect(world.lines.at(-1)?.fields).toMatchObject({ traceId });
  for (const wrong of ["00-0", `00-${"0".repeat(32)}-00f067aa0ba902b7-01`, `00-${traceId}-${"0".repeat(16)}-01`]) {
    expect((await memoOf(await post(wrong))) ?? {}).toEqual({});
    expect(world.lines.at(-1)?.fields).not.toHaveProperty("traceId");
  }
});

function speaker(n: number) {
  return { name: `S${n}`, model: "demo/debater", position: `P${n}` };
}
