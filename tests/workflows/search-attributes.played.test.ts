/** What a list of workflows is searched by, as a debate goes on. */
import { expect, it } from "vitest";
import { held } from "../support/held.ts";
import { kindOf } from "../support/models/replies.ts";
import { useWorld } from "../support/use-world.ts";
import { requestOf } from "../support/world.ts";

const world = await useWorld();

async function attributesOf(id: string) {
  const { typedSearchAttributes } = await world.handle(id).describe();
  return Object.fromEntries(typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]));
}

it("Search attributes say a debate's status, round and cost, from its beginning to its end.", async () => {
  const { release } = held(world, (request) => kindOf(request) === "turn" && request.model.includes("claude"));
  const { id } = await world.create(requestOf({ maxRounds: 2 }));
  await world.until(id, (e) => e.type === "turn.started" && e["turnId"] === "g1-r1-t2");
  expect(await attributesOf(id)).toMatchObject({ DebateStatus: "running", DebateRound: 1 });
  release();
  await world.finished(id);
  await world.handle(id).result();
  const after = await attributesOf(id);
  expect(after).toMatchObject({ DebateStatus: "completed", DebateRound: 2, DebateFormat: "round-limited" });
  expect(after["DebateCostUsd"]).toBeCloseTo((await world.debate(id)).cost.totalUsd ?? 0, 6);
});
