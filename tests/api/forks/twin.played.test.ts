import { expect, it } from "vitest";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { over } from "../../support/debates/forks.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, requestOf } from "../../support/world.ts";

const world = await useWorld();

it("A twin is held from the start with its sides swapped, and says whose twin it is.", async () => {
  world.models.use(debaters(["p1", "p2"]));
  const participants = ["for", "against"].map((side, i) => ({
    name: ["Ada", "Ben"][i],
    model: "openai/gpt-5.5",
    side,
    position: `Speaks ${side} it.`,
  }));
  const { id } = await world.create(requestOf({ format: "oxford", participants }));
  const made = await world.post(`/v1/debates/${id}/twin`);
  expect(made.status).toBe(201);
  const twin = made.body as Debate;
  expect(made.headers.get("location")).toBe(`${world.url}/v1/debates/${twin.id}`);
  expect(twin).toMatchObject({ twinOf: id, round: 0 });
  expect(twin.participants.map((p) => [p.name, p.side, p.position])).toEqual([
    ["Ada", "against", "Speaks against it."],
    ["Ben", "for", "Speaks for it."],
  ]);
  expect(await over(world, twin.id)).toMatchObject({ status: "completed", twinOf: id });
  const { turns, events } = await world.transcript(twin.id);
  expect(turns[0]).toMatchObject({ participant: "Ben", participantId: "p2" });
  expect(events[0]?.data).toMatchObject({ twinOf: id });
  await over(world, id);
  const compared = await world.request(`/v1/debates/${id}/compare/${twin.id}`);
  expect(compared.status).toBe(200);
}, 60_000);

it("A debate lists its twins until they are erased, and its ETag changes with the list.", async () => {
  world.models.use(debaters(["p1", "p2"]));
  const { id } = await world.create(requestOf({ maxRounds: 1 }));
  await over(world, id);
  const before = await world.request(`/v1/debates/${id}`);
  const twin = (await world.post(`/v1/debates/${id}/twin`)).body as Debate;
  const after = await world.request(`/v1/debates/${id}`);
  expect(before.body).not.toHaveProperty("twins");
  expect(after.body).toMatchObject({ twins: [twin.id], version: (before.body as Debate).version });
  expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));
  await over(world, twin.id);
  expect((await world.request(`/v1/debates/${twin.id}`, { method: "DELETE" })).status).toBe(204);
  expect(await world.debate(id)).not.toHaveProperty("twins");
}, 60_000);

it("A draft that lacks something has no twin.", async () => {
  const { id } = await world.create({ topic: "Tea?", start: false, participants: [] });
  const refused = await world.post(`/v1/debates/${id}/twin`);
  expect([refused.status, refused.body?.["errors"]]).toEqual([
    422,
    [expect.objectContaining({ pointer: "/participants" })],
  ]);
});
