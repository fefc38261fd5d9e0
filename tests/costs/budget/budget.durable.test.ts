import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Lane, startLane } from "../lane.ts";
import { overspent, readBudget, sentences } from "./budget.ts";
import { DEBATES } from "./play.ts";

let lane: Lane;
beforeAll(async () => {
  lane = await startLane({ temporalAddress: inject("temporalAddress"), bundle: inject("workflowBundle") });
});
afterAll(() => lane.stop());

test.each(Object.keys(DEBATES))("%s takes no more requests, units, Actions and events than it may", async (name) => {
  const budget = await readBudget();
  expect(budget[name], "npm run budget -- --write").toBeDefined();
  expect(await overspent(lane, name, budget)).toEqual([]);
});

test("what costs more is said with its place, and what is new counts as nothing before", () => {
  const most = { "worker: write units of META": 52, "history: bytes": 1_000 };
  expect(sentences("a", { "worker: write units of META": 52, "history: bytes": 1_020 }, most)).toEqual([]);
  expect(sentences("a", { "worker: write units of META": 53, "worker: Scan": 1 }, most)).toEqual([
    "a costs more. worker: write units of META: 53, the budget has 52. If it must: npm run budget -- --write",
    "a costs more. worker: Scan: 1, the budget has 0. If it must: npm run budget -- --write",
  ]);
});
