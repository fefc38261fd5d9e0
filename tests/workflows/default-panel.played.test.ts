/** A debate that names no judge, on a server that has keys of several families. */
import { expect, it } from "vitest";
import { familyOfId } from "../../domain/shapes/catalogue/family.ts";
import { useWorld } from "../support/use-world.ts";
import { debaters, requestOf } from "../support/world.ts";

const SERVED = ["openai", "anthropic", "google", "mistral"];
const world = await useWorld({ served: SERVED, defaultPanel: 3 });

const asked = (changes: object = {}) =>
  requestOf({ maxRounds: 1, judging: "final-only", judge: undefined, ...changes });

async function ended(request: object) {
  world.models.use(debaters(["p1", "p2"]));
  const { id } = await world.create(request);
  await world.finished(id);
  return await world.debate(id);
}

it("is ruled on by three families, and its estimate counts them", async () => {
  const debate = await ended(asked());
  const panel = debate.judge?.panel ?? [];
  expect(new Set(panel.map(familyOfId)).size).toBe(3);
  // The server has a default judge.
  expect([debate.judge?.model, panel[0]]).toEqual(["openai/judge", "openai/judge"]);
  if (debate.result?.type !== "verdict") throw new Error("no verdict");
  const ballots = Map.groupBy(debate.result.ballots, ({ judge }) => judge);
  expect([...ballots.keys()].toSorted()).toEqual(panel.toSorted());
  expect([...ballots.values()].map((cast) => cast.length)).toEqual([2, 2, 2]);
  expect(debate.warnings.map(({ code }) => code)).toContain("panel-chosen");
  const likely = async (request: object) => (await world.post("/v1/estimates", request)).body.likely;
  expect(await likely(asked())).toEqual(await likely(asked({ judge: { model: panel[0], panel } })));
  expect((await likely(asked())).calls).toBeGreaterThan(
    (await likely(asked({ judge: { model: "openai/judge" } }))).calls,
  );
});

it("keeps its judges in a fork", async () => {
  const { id, judge } = await ended(asked());
  const forked = (await world.post(`/v1/debates/${id}/fork`, { afterRound: 0 })).body as { id: string };
  await world.finished(forked.id);
  expect((await world.debate(forked.id)).judge).toMatchObject({ model: judge?.model, panel: judge?.panel });
});

it("of a preset without a judge has them too, and of one with a judge has that judge alone", async () => {
  for (const [name, judge] of [["open"], ["named", { model: "openai/judge" }]] as const)
    expect((await world.post("/v1/presets", { name, request: asked({ judge }) })).status).toBe(201);
  expect((await ended({ preset: "open" })).judge?.panel).toHaveLength(3);
  expect((await ended({ preset: "named" })).judge?.panel).toEqual([]);
});
