/** The request of a debate, as a form reads it to edit a draft or to begin the same debate again. */
import { expect, test } from "vitest";
import { createClient } from "../../../api/client/index.ts";
import { patchOf, positions, whole } from "../../support/debates/drafts.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, requestOf } from "../../support/world.ts";

const world = await useWorld();
const read = (id: string) => world.request(`/v1/debates/${id}/request`);

test("The request of a draft is what was given so far, with the version that a PATCH names.", async () => {
  const { id } = await world.create({ topic: "Tea?", limits: { maxCostUsd: 2 }, start: false });
  await patchOf(world, id, { topic: "Tea or coffee?", tags: ["drinks"] });
  const { status, headers, body } = await read(id);
  expect([status, body]).toEqual([200, { topic: "Tea or coffee?", limits: { maxCostUsd: 2 }, tags: ["drinks"] }]);
  const etag = headers.get("etag") ?? "";
  expect((await patchOf(world, id, { topic: "Tea!" }, { "if-match": etag })).status).toBe(200);
  expect((await patchOf(world, id, { topic: "Coffee!" }, { "if-match": etag })).status).toBe(412);
});

test("The request of a debate that has ended creates the same debate again, without webhook and secret.", async () => {
  world.models.use(debaters(["p1", "p2"]));
  const webhook = { url: "https://hooks.example.com/parley", secret: `whsec_${"A".repeat(32)}` };
  const original = await world.create({ ...whole(), context: "Of a town.", webhook });
  await world.finished(original.id);
  const { text, body } = await read(original.id);
  expect(text).not.toMatch(/whsec_|fence/i);
  expect(body).toEqual({
    ...requestOf({ maxRounds: 1, context: "Of a town." }),
    participants: positions.map((p, i) => ({ ...p, id: `p${i + 1}` })),
  });
  const again = await world.create({ ...body, start: false });
  expect(again).toMatchObject({ problems: [], topic: original.topic, context: "Of a town." });
  const client = createClient({ baseUrl: world.url });
  expect(await client.storedRequest(again.id)).toEqual(body);
});

test("A debate whose request is not stored says so.", async () => {
  world.models.use(debaters(["p1", "p2"]));
  const original = await world.create(whole());
  await world.finished(original.id);
  const transcript = await world.transcript(original.id);
  await world.request(`/v1/debates/${original.id}`, { method: "DELETE" });
  expect((await world.post("/v1/debates/import", transcript)).status).toBe(201);
  const { status, body } = await read(original.id);
  expect([status, body]).toMatchObject([
    409,
    { type: "/problems/conflict", detail: expect.stringContaining("not stored") },
  ]);
});
