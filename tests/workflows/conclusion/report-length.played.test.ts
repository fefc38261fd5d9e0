/** What stands in a report before the transcript is short, and says each point once. */

import { expect, it } from "vitest";
import { startDemoModel } from "../../../infra/local/demo/model.demo.ts";
import { openWorld } from "../../support/use-world.ts";

const MOST_WORDS = 600;

it("a report of six turns says it in 600 words before the transcript, each point once", async () => {
  const demo = await startDemoModel({ pace: { ttftMs: 0, tps: 0 } });
  const world = await openWorld({ demo: true, providers: { demo: { baseUrl: demo.url, apiKey: demo.key } } });
  const participants = ["Ada", "Ben"].map((name) => ({ name, model: "demo/debater" }));
  const asked = { topic: "Should cities ban cars?", format: "structured-rounds", maxRounds: 3, participants };
  const { id } = await world.create(asked);
  await world.finished(id);
  const { text } = await world.request(`/v1/debates/${id}/transcript?as=md`);
  const { turns, result } = await world.transcript(id);
  expect(turns).toHaveLength(6);
  const [before = "", after = ""] = text.split("\n## Round 1");
  expect(before.split(/\s+/).length).toBeLessThanOrEqual(MOST_WORDS);
  const { answer, cruxes, minority } = result?.conclusion ?? {};
  const points = cruxes?.flatMap((crux) => Object.values(crux.points).flatMap(({ point }) => point ?? [])) ?? [];
  expect(points.length).toBeGreaterThan(2);
  for (const point of [answer?.text ?? "", minority?.case ?? "", ...points])
    expect([point, before.split(point).length - 1]).toEqual([point, 1]);
  for (const heading of ["## What it rests on", "## Verdict", "### Ballots", "## Costs"])
    expect(after).toContain(heading);
  await world.stop();
  await demo.stop();
});
