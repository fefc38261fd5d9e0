import { expect, test } from "vitest";
import { whole } from "../../support/debates/drafts.ts";
import { useWorld } from "../../support/use-world.ts";

const world = await useWorld();

test("What is deleted stays deleted: a repeat of the request that made a schedule is told so, and makes nothing.", async () => {
  const post = () =>
    world.request("/v1/schedules", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": "a deleted schedule" },
      body: JSON.stringify({ name: "S", interval: "7d", paused: true, request: whole() }),
    });
  const made = await post();
  expect(made.status, made.text).toBe(201);
  expect((await world.request(`/v1/schedules/${made.body.id}`, { method: "DELETE" })).status).toBe(204);
  const again = await post();
  expect([again.status, again.body?.type]).toEqual([409, "/problems/was-deleted"]);
  expect((await world.request(`/v1/schedules/${made.body.id}`)).status).toBe(404);
});
