import { afterAll, beforeAll, expect, test } from "vitest";
import { append, createWorld, problemOf, storeDebate, unreachableTemporal, type World } from "../world.ts";

let api: World;
beforeAll(async () => {
  api = await createWorld();
});
afterAll(() => api[Symbol.asyncDispose]());

test("A debate that is not over is not erased: 409 says where it stands and what is legal.", async () => {
  const { id } = await storeDebate(api.store, { state: { status: "running" } });
  const response = await api.app.request(`/v1/debates/${id}`, { method: "DELETE" });
  expect(response.status).toBe(409);
  expect(await problemOf(response)).toMatchObject({
    type: "/problems/illegal-transition",
    debateStatus: "running",
    allowed: ["pause", "stop"],
  });
  expect((await api.get(`/v1/debates/${id}`)).status).toBe(200);
});

test("Another tenant's debate is not there, and stays.", async () => {
  const other = await storeDebate(api.store, { tenant: "somebody-else", state: { status: "completed" } });
  expect((await api.app.request(`/v1/debates/${other.id}`, { method: "DELETE" })).status).toBe(404);
  expect(await api.store.getDebate({ tenant: other.tenant, debateId: other.id })).not.toBeNull();
});

test("A reader of its events is let go, and nothing of it stays when it is erased twice.", async () => {
  const record = await storeDebate(api.store, { state: { status: "completed" } });
  await append(api.store, record, [
    { type: "debate.created", at: record.createdAt, data: { format: "free-form", maxRounds: 1 } },
  ]);
  const stream = await api.get(`/v1/debates/${record.id}/events`, { accept: "text/event-stream" });
  const reader = (stream.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("debate.created")) text += (await reader.read()).value ?? "";
  const erased = await api.app.request(`/v1/debates/${record.id}`, { method: "DELETE" });
  expect(erased.status).toBe(204);
  for (let done = false; !done; ) ({ done } = await reader.read());
  expect((await api.app.request(`/v1/debates/${record.id}`, { method: "DELETE" })).status).toBe(404);
});

test("While Temporal does not answer nothing is erased, and it can be tried again.", async () => {
  const record = await storeDebate(api.store, { state: { status: "cancelled" } });
  const { id, createdAt: at } = record;
  await append(api.store, record, [{ type: "debate.cancelled", at, data: { status: "cancelled" } }]);
  const app = api.appWith({ temporal: unreachableTemporal(), settings: { commandTimeoutMs: 500 } });
  expect((await app.request(`/v1/debates/${id}`, { method: "DELETE" })).status).toBe(503);
  expect((await api.get(`/v1/debates/${id}`)).status).toBe(200);
  expect((await api.app.request(`/v1/debates/${id}`, { method: "DELETE" })).status).toBe(204);
}, 30_000);
