/** What tests of forks do over and over. */
import { expect } from "vitest";
import { stateAfter } from "../../../domain/around/branches/fork.ts";
import { planOf } from "../../../domain/play/beginning/create-plan.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { kindOf } from "../models/replies.ts";
import type { ModelRequest } from "../models/request.ts";
import { SHORT } from "../random/plans.ts";
import { debaters, type World } from "../world.ts";
import { callOf } from "./skeptic.ts";

type Script = Parameters<World["models"]["use"]>[0];

export async function fork(world: World, id: string, body: object): Promise<Debate> {
  const made = await world.post(`/v1/debates/${id}/fork`, body);
  expect([made.status, made.text]).toEqual([201, expect.anything()]);
  const debate = made.body as Debate;
  expect(made.headers.get("location")).toBe(`${world.url}/v1/debates/${debate.id}`);
  return debate;
}

/** The debate once it is over, its log too. */
export async function over(world: World, id: string): Promise<Debate> {
  await world.finished(id);
  await expect.poll(async () => (await world.debate(id)).completedAt).not.toBeNull();
  return world.debate(id);
}

/** The stored state is the fold of the stored log. */
export async function expectFolded(world: World, debateId: string): Promise<void> {
  const debate = { tenant: "default", debateId };
  const record = await world.store.getDebate(debate);
  if (!record) throw new Error(`no debate ${debateId}`);
  const { events } = await world.store.log.read({ debate, after: 0, limit: 1_000 });
  expect(events.map((e) => e.id)).toEqual(events.map((_, i) => i + 1));
  const plan = planOf({ ...debate, config: record.config, durations: SHORT, continueAfterEvents: 1 });
  expect({ ...stateAfter(plan, events), assessments: [] }).toEqual(record.state);
}

const numbered = (request: ModelRequest) => {
  const { round } = callOf(request);
  return kindOf(request) === "turn"
    ? { text: `${request.model} in round ${round}.`, usage: { input: 100, output: 20 } }
    : null;
};
/** Says the same whenever it is asked the same. */
export const steady = (manner: Parameters<typeof debaters>[1] = {}) => {
  const script = debaters(["p1", "p2"], manner);
  return (request: ModelRequest) => numbered(request) ?? script(request);
};

/** A debate on these models, once it is over. */
export async function held(world: World, body: object, script: Script): Promise<string> {
  world.models.use(script);
  const { id } = await world.create(body);
  await over(world, id);
  return id;
}

/** What the model server was asked in a round, turn by turn. */
export function requestsIn(world: World, round: number): string[] {
  return world.models.journal
    .filter((request) => kindOf(request) === "turn" && callOf(request).round === round)
    .map(({ system, messages }) => JSON.stringify([system, messages]));
}
