/** What an experiment's cells buy is counted whatever becomes of them, and a budget is refused where it cannot be kept. */
import { describe, expect, it } from "vitest";
import { NOTHING } from "../../../domain/play/budget/ledger.budget.ts";
import type { FormatName } from "../../../domain/shapes/schemas/debate.schema.ts";
import { NO_SPEND } from "../../../domain/shapes/state/costs.state.ts";
import { endCell } from "../../../features/experiments/activities/end-cell.ts";
import type { ResultRow } from "../../../features/experiments/domain/schema.experiment.ts";
import { useWorld } from "../../support/use-world.ts";
import { createIn, over } from "./lab.ts";
import { atRest, DEAR, dearBase, leastOf, selling } from "./market.ts";

const world = await useWorld();
const ITEMS = [1, 2, 3].map((n) => ({
  question: `Is ${n} a number?`,
  answers: { type: "choice", options: ["yes", "no"] },
}));
const DEBATE = [{ name: "debate", patch: {} }];

const resultsOf = async (id: string) =>
  (await world.request(`/v1/experiments/${id}/results?as=json`)).body.items as ResultRow[];

describe("an experiment's budget", () => {
  it.each([
    ["nothing", 0],
    ["less than any cell may take", 0.001],
  ])("is refused with the least that it can be: %s; with that, a cell is bought", async (_, maxCostUsd) => {
    const market = selling(world);
    // The answer of its one debater is bought first, and the debate begins with it.
    const body = { name: "least", base: dearBase("question", 1), items: ITEMS, arms: DEBATE };
    const least = await leastOf(world, body, maxCostUsd);
    expect(market.soldUsd()).toBe(0);
    const { id } = await createIn(world, { ...body, budget: { maxCostUsd: least } });
    const done = await over(world, id, "out_of_budget");
    expect([done.cells.done > 0, done.cells.failed, done.unsettledUsd]).toEqual([true, 0, 0]);
    expect(done.costUsd).toBe(market.soldUsd());
    expect(done.costUsd).toBeLessThanOrEqual(least);
    expect(done.why).toMatch(/^The cell of arm "debate", item \d may take \$.* and was left out\. \$.* was spent/);
  });

  it.each<FormatName>(["free-form", "oxford"])("that is the least buys a whole first cell: %s", async (format) => {
    const market = selling(world);
    const body = { name: format, base: dearBase(format, 2), items: ITEMS.slice(0, 1), arms: DEBATE };
    const { id } = await createIn(world, { ...body, budget: { maxCostUsd: await leastOf(world, body, 0) } });
    const done = await atRest(world, id);
    expect([done.status, done.table.arms[0]?.errors]).toEqual(["completed", []]);
    expect(done.costUsd).toBe(market.soldUsd());
  });

  it("counts the first answers of cells that fail, and an experiment of failed cells alone has failed", async () => {
    // Later rounds are refused for good.
    const market = selling(world, { refuses: (round) => round > 1 });
    const { id } = await createIn(world, {
      name: "failing",
      base: dearBase("question", 2),
      items: ITEMS,
      arms: DEBATE,
      budget: { maxCostUsd: 100 },
    });
    const done = await over(world, id, "failed");
    expect(done.cells).toMatchObject({ done: 0, failed: 3 });
    expect([done.calls, done.costUsd, done.unsettledUsd]).toEqual([12, market.soldUsd(), 0]);
    const rows = await resultsOf(id);
    expect(done.why).toBe(rows[0]?.error);
    expect(rows.reduce((sum, row) => sum + (row.costUsd ?? 0), 0)).toBeCloseTo(market.soldUsd(), 6);
  });

  it("cannot be lowered below what is spent, and its share cannot be raised in a debate", async () => {
    const market = selling(world);
    const body = { name: "edited", base: dearBase("question", 2), items: ITEMS, arms: DEBATE };
    const { id } = await createIn(world, { ...body, budget: { maxCostUsd: 100 } });
    const done = await over(world, id);
    const more = { arms: [{ name: "single", baseline: { vote: 1 } }] };
    const low = await world.post(`/v1/experiments/${id}/arms`, { ...more, budget: { maxCostUsd: 0.01 } });
    expect([low.status, low.body.errors[0].pointer]).toEqual([422, "/budget/maxCostUsd"]);
    expect(low.body.errors[0].detail).toContain(`must be at least ${done.costUsd}`);
    // All of its answers are there, so it needs no more than was spent.
    const same = await world.post(`/v1/experiments/${id}/arms`, { ...more, budget: { maxCostUsd: done.costUsd } });
    expect(same.status).toBe(200);
    expect((await over(world, id)).costUsd).toBe(market.soldUsd());
    const [row] = await resultsOf(id);
    const debate = await world.debate(row?.debate ?? "");
    expect(debate.cost.limitUsd).toBeLessThan(100 / DEAR);
  });

  it("keeps what a debate cost that was deleted, and charges its whole share where nobody knows", async () => {
    selling(world);
    const body = { name: "deleted", base: dearBase("question", 2), items: ITEMS.slice(0, 1), arms: DEBATE };
    const { id } = await createIn(world, { ...body, budget: { maxCostUsd: 100 } });
    await over(world, id);
    const [row] = await resultsOf(id);
    const debateId = row?.debate ?? "";
    expect((await world.request(`/v1/debates/${debateId}`, { method: "DELETE" })).status).toBe(204);
    expect(await resultsOf(id)).toEqual([row]);
    // It was deleted before its cell had an outcome.
    const bought = { spend: { ...NO_SPEND, calls: 2, costMicroUsd: 134_000 }, unsettled: NOTHING };
    const end = (more: object) =>
      endCell({ store: world.store })({
        experiment: { tenant: "default", experimentId: id },
        place: { arm: 0, item: 0, repetition: 1 },
        debate: { id: debateId, waitedFor: null, first: [1, 2], ...more },
      });
    expect(await end({ bought })).toEqual({ status: "failed", ...bought, isKnown: true });
    expect(await resultsOf(id)).toMatchObject([{ costUsd: row?.costUsd, error: "the debate was deleted" }]);
    expect(await end({ isLost: true })).toMatchObject({ status: "failed", isKnown: false });
  });
});
