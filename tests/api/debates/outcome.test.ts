/** Whether a debate's answer came true, as its owner reports it later. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import type { KnownOutcome } from "../../../domain/shapes/schemas/known-outcome.ts";
import { createWorld, problemOf, storeDebate, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const over = () => storeDebate(world.store, { state: { status: "completed" } });
const report = async (id: string, body: unknown) =>
  world.app.request(`/v1/debates/${id}/outcome`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const stored = async (id: string, body: unknown) => (await (await report(id, body)).json()) as KnownOutcome;

test("A report appears in the debate under a new tag and the same version, until a later one replaces it.", async () => {
  const { id, version } = await over();
  const before = await world.get(`/v1/debates/${id}`);
  expect(await before.json()).not.toHaveProperty("knownOutcome");
  const first = await stored(id, { outcome: "right", note: "It rained." });
  expect(first).toEqual({ outcome: "right", note: "It rained.", at: expect.any(String) });
  const etag = before.headers.get("etag") as string;
  const after = await world.get(`/v1/debates/${id}`, { "if-none-match": etag });
  expect([after.status, after.headers.get("etag") === etag]).toEqual([200, false]);
  expect(await after.json()).toMatchObject({ version, knownOutcome: first });
  const second = await stored(id, { outcome: "unknown" });
  expect(((await (await world.get(`/v1/debates/${id}`)).json()) as Debate).knownOutcome).toEqual(second);
  expect(second).not.toHaveProperty("note");
});

test("A repeated report changes nothing, not even its time.", async () => {
  const { id } = await over();
  const body = { outcome: "wrong", note: "It snowed." };
  const first = await stored(id, body);
  const { headers } = await world.get(`/v1/debates/${id}`);
  expect(await stored(id, body)).toEqual(first);
  expect((await world.get(`/v1/debates/${id}`, { "if-none-match": headers.get("etag") as string })).status).toBe(304);
});

test("A debate that is under way has no outcome yet: 409.", async () => {
  const { id } = await storeDebate(world.store, { state: { status: "running" } });
  const refused = await report(id, { outcome: "right" });
  expect(refused.status).toBe(409);
  expect(await problemOf(refused)).toMatchObject({ type: "/problems/illegal-transition", debateStatus: "running" });
});

test("A debate that does not exist, or is another tenant's, is 404.", async () => {
  const { id } = await storeDebate(world.store, { tenant: "somebody-else", state: { status: "completed" } });
  for (const unknown of [id, "deb-20200101-000000-ABCDEF", "x"])
    expect((await report(unknown, { outcome: "right" })).status, unknown).toBe(404);
});

test.each([
  [{}, "/outcome"],
  [{ outcome: "perhaps" }, "/outcome"],
  [{ outcome: "right", note: "" }, "/note"],
  [{ outcome: "right", note: "n".repeat(2_001) }, "/note"],
  [{ outcome: "right", mood: "grim" }, "/mood"],
])("%j is refused, with a pointer to the fault.", async (body, pointer) => {
  const { id } = await over();
  const refused = await report(id, body);
  expect(refused.status).toBe(422);
  expect((await problemOf(refused)).errors?.map((fault) => fault.pointer)).toEqual([pointer]);
});
