/** Whatever says how an answer turned out is counted by the level of its support: owners, expected answers, experiments. */
import { beforeEach, expect, test } from "vitest";
import type { EarnedLevels } from "../../../features/ratings/domain/schema.earned.ts";
import { aloneJson, groupsJson, verdictJson } from "../../support/models/replies.ts";
import { openWorld } from "../../support/use-world.ts";
import { debaters, requestOf, type World } from "../../support/world.ts";
import { BASE, createIn, itemsOf, over, script } from "../experiments/lab.ts";

let world: World;
beforeEach(async () => {
  world = await openWorld();
  return () => world.stop();
});

const known = async () => {
  const { levels } = (await world.request("/v1/ratings/levels")).body as EarnedLevels;
  return Object.fromEntries(levels.flatMap(({ level, count, of }) => (of > 0 ? [[level, `${count} of ${of}`]] : [])));
};
/** A debate that the second speaker wins, beside a control arm whose answers are grouped by what they say. */
async function played(expected: string, topic: string): Promise<string> {
  world.models.use(
    debaters(["p1", "p2"], {
      alone: () => ({ text: aloneJson("We should ban them.") }),
      group: (r) => ({ text: groupsJson(r, (text) => (/ban/i.test(text) ? "Ban them." : "Price them.")) }),
      rule: () => ({ json: JSON.parse(verdictJson(["p1", "p2"], "p2")) }),
    }),
  );
  const request = requestOf({ topic, maxRounds: 1, judging: "final-only", controlArm: true, expected });
  const { participants } = request as { participants: object[] };
  const positions = ["Ada would ban them.", "Ben would price them."];
  const body = { ...request, participants: participants.map((p, i) => ({ ...p, position: positions[i] })) };
  const { id } = await world.create(body);
  await world.finished(id);
  return id;
}

test("an answer that the request expected is right or wrong when the debate ends, until its owner says otherwise", async () => {
  await played("Price them.", "Should cities price cars?");
  const id = await played("Ban them.", "Should cities ban cars?");
  const [level = ""] = Object.keys(await known());
  expect(await known()).toEqual({ [level]: "1 of 2" });
  const report = (outcome: string) =>
    world.request(`/v1/debates/${id}/outcome`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ outcome }),
    });
  expect((await report("right")).status).toBe(200);
  expect(await known()).toEqual({ [level]: "2 of 2" });
  await report("unknown");
  expect(await known()).toEqual({ [level]: "1 of 2" });
});

test("the debates of an experiment count by the level of their ballots, each item once", async () => {
  script(world);
  const { id } = await createIn(world, {
    name: "known",
    base: BASE,
    items: [...itemsOf(2), { question: "Is one a number?" }],
    repetitions: 2,
    arms: [
      { name: "single", baseline: { vote: 1 } },
      { name: "debate", patch: {} },
    ],
  });
  const { cells } = await over(world, id);
  expect(cells).toMatchObject({ done: 12, failed: 0 });
  const counts = Object.values(await known()).map((text) => Number(text.split(" ").at(-1)));
  // Two items have expected answers; their repetitions are on one question.
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
});
