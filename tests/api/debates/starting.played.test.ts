import { expect, test } from "vitest";
import { useWorld } from "../../support/use-world.ts";
import { requestOf } from "../../support/world.ts";

const world = await useWorld();

test("The answer to a creation shows a debate that starts, and its commands are legal at once.", async () => {
  const made = await world.post("/v1/debates", requestOf({ maxRounds: 1 }));
  expect(made.body).toMatchObject({ status: "initializing", allowed: ["pause", "stop"] });
  const paused = await world.post(`/v1/debates/${made.body.id}/pause`);
  expect(paused.status).toBe(200);
  const stopped = await world.post(`/v1/debates/${made.body.id}/stop`, { mode: "abandon" });
  expect(stopped.body).toMatchObject({ status: "cancelled" });
});
