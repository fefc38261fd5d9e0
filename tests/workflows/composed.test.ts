import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { composers } from "../../activities/composers.ts";
import type { ActivityDeps } from "../../activities/index.ts";
import { kindOf } from "../support/replies.ts";
import { debaters, requestOf, startWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld({ temporalAddress: inject("temporalAddress"), codePath: inject("workflowBundle") });
});
afterAll(() => world.stop());

it("A call can be composed without being made, and is the one that its judge was asked", async () => {
  world.models.use(debaters(["p1", "p2"]));
  const { id } = await world.create(requestOf());
  await world.finished(id);
  const debate = { tenant: "default", debateId: id };
  const record = await world.store.getDebate(debate);
  if (!record) throw new Error("the debate is not stored");
  const calls = world.models.journal.length;
  const { store, catalogue } = world;
  const deps = { store, catalogue } as unknown as ActivityDeps;
  const about = { debate, state: record.state, generation: 1, endedBy: "limit" as const };
  const acts = { assessRound: { round: 2, assessed: 1 }, castBallot: { round: 2, assessed: 2 } };
  for (const [name, at] of Object.entries(acts) as [keyof typeof acts, (typeof acts)["assessRound"]][]) {
    const { prompt, model } = await composers[name](deps, { ...about, ...at, id: IDS[name] });
    const sent = world.models.journal.findLast((entry) => kindOf(entry) === KINDS[name]);
    expect(prompt.messages.map(({ content }) => content.join("\n\n"))).toEqual(sent?.messages.map((m) => m.content));
    expect(prompt.system).toBe(sent?.system);
    expect(model.model).toBe(sent?.model);
  }
  expect(world.models.journal).toHaveLength(calls);
});

const IDS = { assessRound: "assessRound", castBallot: "g1-b1-given" } as const;
const KINDS = { assessRound: "assessment", castBallot: "verdict" } as const;
