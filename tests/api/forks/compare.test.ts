import { afterAll, beforeAll, expect, test } from "vitest";
import { Comparison } from "../../../domain/around/branches/compare.branch.ts";
import { RESULTS } from "../../../domain/play/records/kinds.record.ts";
import { result } from "../events/debate-events.ts";
import { createWorld, storeDebate, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const people = (...names: string[]) => ({ participants: names.map((name) => ({ name, model: "demo/debater" })) });
const digest = { type: "verdict" as const, winner: "p1", scores: {} };

/** A finished debate whose verdict gives these scores, by participant id. */
async function judged(names: string[], scores: Record<string, number>, quality = 80) {
  const state = { status: "completed" as const, result: digest };
  const record = await storeDebate(world.store, { request: people(...names), state });
  const whole = result();
  if (whole.type !== "verdict") throw new Error("the fixture is a verdict");
  const criterionScores = Object.fromEntries(Object.entries(scores).map(([id, n]) => [id, { logic: n / 10 }]));
  const verdict = { ...whole.verdict, scores, criterionScores, qualityScore: quality };
  await world.store.records.put(
    { tenant: record.tenant, debateId: record.id },
    RESULTS,
    { ...whole, verdict },
    { generation: 1 },
  );
  return record.id;
}

const compare = async (a: string, b: string) => {
  const response = await world.get(`/v1/debates/${a}/compare/${b}`);
  return { status: response.status, body: (await response.json()) as Comparison };
};

test("Two verdicts stand side by side, their participants matched by name.", async () => {
  const a = await judged(["Ada", "Ben"], { p1: 80.5, p2: 60 }, 70);
  const b = await judged(["Ben", "Cleo"], { p1: 75.2, p2: 50 }, 90);
  const { status, body } = await compare(a, b);
  expect(status).toBe(200);
  expect(Comparison.parse(body)).toEqual(body);
  expect(body.debates.map(({ id, winner, type }) => [id, winner, type])).toEqual([
    [a, "Ada", "verdict"],
    [b, "Ben", "verdict"],
  ]);
  expect(body.same).toEqual({ topic: true, format: true, judge: true, winner: false });
  expect(body.quality).toEqual({ values: [70, 90], difference: 20 });
  expect(body.participants).toEqual([
    { name: "Ada", values: [80.5, null], difference: null },
    { name: "Ben", values: [60, 75.2], difference: 15.2 },
    { name: "Cleo", values: [null, 50], difference: null },
  ]);
  expect(body.criteria).toEqual([{ criterion: "logic", values: [7.03, 6.26], difference: -0.77 }]);
});

test("A debate without a result has nothing to compare yet, and says so with nulls.", async () => {
  const a = await judged(["Ada", "Ben"], { p1: 80, p2: 60 });
  const { id: b } = await storeDebate(world.store, { state: { status: "running" } });
  const { body } = await compare(a, b);
  expect(Comparison.parse(body)).toEqual(body);
  expect(body.debates[1]).toMatchObject({ type: null, winner: null, contested: null, endedBy: null, summary: null });
  expect([body.same.winner, body.quality.difference]).toEqual([false, null]);
});

test("Another tenant's debate is on neither side.", async () => {
  const a = await judged(["Ada", "Ben"], {});
  const { id: other } = await storeDebate(world.store, { tenant: "somebody-else" });
  expect((await compare(a, other)).status).toBe(404);
  expect((await compare(other, a)).status).toBe(404);
});
