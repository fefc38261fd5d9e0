/** Played: a whole Parley on a real engine and the real SDKs, without a Temporal server. */
import { expect, it } from "vitest";
import { useWorld } from "../support/use-world.ts";
import { debaters, requestOf } from "../support/world.ts";

const world = await useWorld();

it("a speaker is told what was said before", async () => {
  world.models.use(debaters(["p1", "p2"], { turn: (_, n) => ({ text: `The point number ${n}.` }) }));
  const { id } = await world.create(requestOf({ maxRounds: 1 }));
  const log = await world.finished(id);
  expect(log.at(-1)?.type).toBe("debate.completed");
  expect(world.models.complaints).toEqual([]);
  const [, second] = world.models.journal;
  expect(second?.messages.map(({ content }) => content).join("\n")).toContain("The point number 1.");
});
