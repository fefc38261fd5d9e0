/** Ratings over stored debates. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { RESULTS } from "../../../domain/play/records/kinds.record.ts";
import type { Result } from "../../../domain/shapes/schemas/result.schema.ts";
import type { Ratings } from "../../../features/ratings/domain/schema.rating.ts";
import { CONCLUSION } from "../../support/debates/conclusions.ts";
import { result } from "../events/debate-events.ts";
import { createWorld, postOf, storeDebate, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const ratings = async (query = "") => (await (await world.get(`/v1/ratings${query}`)).json()) as Ratings;
const request = {
  participants: [
    { name: "Ada", model: "openai/gpt-5.5", position: "Yes." },
    { name: "Ben", model: "anthropic/claude-sonnet-5", position: "No." },
  ],
};

/** Each is held a minute after the one before. */
let minutes = 0;
async function judged(winner: string, { tenant = "default" } = {}): Promise<string> {
  const ruling = { type: "verdict", winner, scores: {} } as const;
  const at = new Date(Date.UTC(2026, 10, 21, 12, minutes++));
  const { id } = await storeDebate(world.store, {
    tenant,
    at,
    request,
    state: { status: "completed", result: ruling },
  });
  return id;
}

/** Its only judge gives the answer of p1 this probability, and it turns out wrong. */
async function answered(debateId: string, { probability }: { probability: number }) {
  const answer = { choice: "p1", text: "Yes." };
  const ballot = {
    id: "g1-b1-given",
    judge: "demo/judge",
    order: "given",
    winner: "p2",
    scores: {},
    valid: true,
  } as const;
  const ruling = result({
    bench: { ...answer, probability, given: [] },
    ballots: [{ ...ballot, answer, probability }],
    conclusion: { ...CONCLUSION, answer: { text: "Yes.", stance: null, holder: "p1" } },
  });
  await world.store.records.put({ tenant: "default", debateId }, RESULTS, ruling, { generation: 1 });
  const reported = await world.app.request(`/v1/debates/${debateId}/outcome`, {
    ...postOf({ outcome: "wrong" }),
    method: "PUT",
  });
  expect(reported.status).toBe(200);
}

test("A tenant without debates has empty ratings.", async () => {
  expect(await ratings()).toEqual({
    read: 0,
    isAll: true,
    judged: 0,
    comparisons: 0,
    models: [],
    judges: [],
    agreement: [],
  });
});

test("Models are rated over the tenant's judged debates, and judges over known outcomes.", async () => {
  const ids = [];
  for (const winner of ["p1", "p1", "p1", "p2"]) ids.push(await judged(winner));
  await judged("p2", { tenant: "somebody-else" });
  await storeDebate(world.store, { request, state: { status: "running" } });
  await storeDebate(world.store, { request, state: { status: "completed" } });
  const [checked = "", again = ""] = ids;
  await answered(checked, { probability: 100 });
  // The same question once more: it counts once, by the older debate.
  await answered(again, { probability: 0 });

  const rated = await ratings();
  expect(rated).toMatchObject({ read: 5, isAll: true, judged: 4, comparisons: 4 });
  expect(rated.models.map(({ model, wins }) => [model, wins])).toEqual([
    ["openai/gpt-5.5", 3],
    ["anthropic/claude-sonnet-5", 1],
  ]);
  expect(rated.models[0]?.strength).toBeCloseTo(Math.log(3) / 2, 9);
  const [judge] = rated.judges;
  expect(rated.judges).toHaveLength(1);
  expect(judge).toMatchObject({ judge: "demo/judge", forecasts: 1, brier: 1, high: 1, reliability: null });
  // One forecast shows little: the exact interval of one of one.
  expect(judge?.low).toBeCloseTo(0.025, 9);
  expect(await ratings()).toEqual(rated);
});

test("Two judges of one debate are compared ballot by ballot, in the same order only.", async () => {
  const [gpt, claude] = ["openai/gpt-5.5", "anthropic/claude-sonnet-5"];
  const bench = { model: gpt, panel: [gpt, claude, gpt] };
  const ruling = { type: "verdict", winner: "p1", scores: {} } as const;
  const state = { status: "completed", result: ruling } as const;
  const { id: debateId } = await storeDebate(world.store, { request: { ...request, judge: bench }, state });
  const cast = (judge: string, order: "given" | "reversed", winner: string | null, more = {}) => ({
    id: `g1-b${judge.length}-${order}`,
    judge,
    order,
    winner,
    scores: {},
    valid: true,
    ...more,
  });
  const ballots = [
    cast(gpt, "given", "p1"),
    cast(gpt, "reversed", null),
    cast(claude, "given", "p1"),
    cast(claude, "reversed", "p1"),
    cast(claude, "reversed", null, { twin: true }),
    cast("x/third", "given", "p1", { valid: false }),
  ];
  const kept = { ...result(), ballots } as Result;
  await world.store.records.put({ tenant: "default", debateId }, RESULTS, kept, { generation: 1 });
  const { agreement, judges } = await ratings();
  expect(agreement).toMatchObject([{ judges: [claude, gpt], pairs: 2, count: 1, share: 0.5 }]);
  expect(agreement[0]?.low).toBeLessThan(0.1);
  // Its outcome is not known, so it says nothing about calibration.
  expect(judges.map((each) => each.judge)).toEqual(["demo/judge"]);
});

test("The newest debates are read, as many as the limit allows, and the answer says so.", async () => {
  expect(await ratings("?limit=2")).toMatchObject({ read: 2, isAll: false });
  for (const limit of ["0", "1001", "many"]) expect((await world.get(`/v1/ratings?limit=${limit}`)).status).toBe(422);
});
