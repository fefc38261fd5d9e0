import { WorkflowNotFoundError } from "@temporalio/client";
import { expect, test } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, requestOf } from "../../support/world.ts";

// Few events in a run: a debate is several runs of its workflow.
const world = await useWorld({ continueAfterEvents: 12 });

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
