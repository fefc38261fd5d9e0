import { WorkflowNotFoundError } from "@temporalio/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { openWorld } from "../../support/use-world.ts";
import { debaters, requestOf, type World } from "../../support/world.ts";
import { type World as ApiWorld, append, createWorld, problemOf, storeDebate, unreachableTemporal } from "../world.ts";

let world: World;
let api: ApiWorld;
beforeAll(async () => {
  [world, api] = await Promise.all([
    // Few events in a run: a debate is several runs of its workflow.
    openWorld({ continueAfterEvents: 12 }),
    createWorld(),
  ]);
});
afterAll(async () => {
  await world.stop();
  await api[Symbol.asyncDispose]();
});

const json = { "content-type": "application/json" };
const positioned = requestOf({
  participants: ["Ada", "Ben"].map((name) => ({ name, model: "openai/gpt-5.5", position: `${name} is right.` })),
});
const erase = (id: string) => world.request(`/v1/debates/${id}`, { method: "DELETE" });
const create = () =>
  world.request("/v1/debates", {
    method: "POST",
    headers: { ...json, "idempotency-key": "erased" },
    body: JSON.stringify(positioned),
  });

/** Every run that Temporal still knows. */
async function runs(id: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { runId } of world.client.workflow.list({ query: `WorkflowId = "${id}"` })) found.push(runId);
  return found;
}

/** The debate's routes as OpenAPI has them, with something in the place of other parameters. */
async function routesOf(id: string): Promise<{ method: string; path: string }[]> {
  const { paths } = (await world.request("/openapi.json")).body as { paths: Record<string, object> };
  return Object.entries(paths)
    .filter(([path]) => path.startsWith("/v1/debates/{id}"))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({
        method: method.toUpperCase(),
        path: path
          .replace("{id}", id)
          .replace("{turnId}", "g1-r1-t1")
          .replaceAll(/\{\w+\}/g, id),
      })),
    );
}

test("A debate that is over is erased: every route answers 404, and Temporal has no run of it left.", async () => {
  world.models.use(debaters(["p1", "p2"]));
  const { id } = (await create()).body as { id: string };
  await world.finished(id);
  await expect.poll(async () => (await world.debate(id)).status).toBe("completed");
  await eventually(() => runs(id).then((all) => all.length)).toBeGreaterThan(1);

  expect(await erase(id)).toMatchObject({ status: 204, text: "" });
  const routes = await routesOf(id);
  expect(routes.length).toBeGreaterThan(10);
  for (const { method, path } of routes) {
    const body = method === "GET" ? {} : { headers: json, body: "{}" };
    const answer = await world.request(path, { method, ...body });
    expect([method, path, answer.status]).toEqual([method, path, 404]);
  }
  expect((await world.request("/v1/debates")).text).not.toContain(id);
  const again = await create();
  expect(again.headers.get("idempotent-replayed")).toBeNull();
  expect((again.body as { id: string }).id).not.toBe(id);

  // Temporal deletes in the background.
  await expect.poll(() => runs(id), { timeout: 90_000, interval: 500 }).toEqual([]);
  const gone = () =>
    world
      .handle(id)
      .describe()
      .catch((error: Error) => error.constructor);
  await eventually(gone).toBe(WorkflowNotFoundError);
}, 150_000);

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
  const { id } = await storeDebate(api.store, { state: { status: "cancelled" } });
  const app = api.appWith({ temporal: unreachableTemporal(), settings: { commandTimeoutMs: 500 } });
  expect((await app.request(`/v1/debates/${id}`, { method: "DELETE" })).status).toBe(503);
  expect((await api.get(`/v1/debates/${id}`)).status).toBe(200);
  expect((await api.app.request(`/v1/debates/${id}`, { method: "DELETE" })).status).toBe(204);
}, 30_000);
