import { beforeEach, describe, expect, it } from "vitest";
import { differences } from "../../soak/replayed.ts";
import { longTurns, outputOf, requestTokens, windowed } from "../../support/debates/long-debate.ts";
import { kindOf } from "../../support/models/replies.ts";
import type { ModelReplyScript, ModelRequest } from "../../support/models/server.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, type FlatEvent } from "../../support/world.ts";

const world = await useWorld();
beforeEach(() => {
  world.models.forget();
  spentUsd = 0;
});

const WINDOW = 4_000;
const PRICE = { input: 1, output: 10 };
const PRICED = { contextWindow: WINDOW, maxOutputTokens: 400, priceUsdPerMTok: PRICE };
/** What the provider would bill, by the journal of its server. */
let spentUsd = 0;

/** Long turns; every reply is billed as long as it may be. */
function dear(script = debaters(["p1", "p2"], longTurns(250))) {
  return (request: ModelRequest): ModelReplyScript => {
    const usage = { input: requestTokens(request), output: outputOf(request) };
    spentUsd += (usage.input * PRICE.input + usage.output * PRICE.output) / 1_000_000;
    return { ...script(request), usage };
  };
}

async function play(maxCostUsd: number, maxRounds: number) {
  world.models.use(dear());
  const { participants, ...rest } = windowed(WINDOW, { maxRounds, judging: "final-only" }) as {
    participants: object[];
  };
  const { id } = await world.create({
    ...rest,
    participants: participants.map((p) => ({ ...p, model: { model: "openai/priced", ...PRICED } })),
    judge: { model: { model: "openai/judge", ...PRICED }, bothOrders: false },
    limits: { maxCostUsd },
  });
  const log = await world.finished(id);
  expect(await differences(world, id)).toEqual([]);
  return { log, debate: await world.debate(id) };
}

const of = (log: FlatEvent[], type: string) => log.filter((e) => e.type === type);
const summariesAsked = () => world.models.journal.filter((entry) => kindOf(entry) === "condensing").length;

describe("a debate under a limit whose windows fill up", () => {
  it("is summarised, and the summaries are paid for within the limit", async () => {
    const { log, debate } = await play(0.25, 30);
    expect(of(log, "context.summarized").length).toBeGreaterThan(0);
    expect(of(log, "context.summarized")).toHaveLength(summariesAsked());
    expect(debate).toMatchObject({ status: "completed", result: { type: "verdict", endedBy: "budget" } });
    expect(debate.cost.totalUsd).toBeCloseTo(spentUsd, 6);
    expect(spentUsd).toBeLessThanOrEqual(0.25);
  }, 60_000);

  it("does without a summary that the limit has no room for, says so, and goes on", async () => {
    // Far from the edges: from 0.1 on a summary may fit, below 0.09 the turns of the last round do not.
    const { log, debate } = await play(0.095, 6);
    const [skipped] = of(log, "act.skipped");
    expect(skipped).toMatchObject({ actId: expect.stringMatching(/^g1-r\d-context-1$/) });
    expect(summariesAsked()).toBe(0);
    const after = of(log, "turn.completed").filter((e) => e.id > (skipped?.id ?? Infinity));
    expect(after.length).toBeGreaterThan(1);
    expect(debate).toMatchObject({ status: "completed", result: { type: "verdict", endedBy: "limit" } });
    const [lost] = debate.result?.degraded ?? [];
    expect(lost?.what).toMatch(/^a summary of the transcript in round \d: older turns are left out instead$/);
    expect(lost?.why).toContain("limit");
    expect(debate.cost.totalUsd).toBeCloseTo(spentUsd, 6);
    expect(spentUsd).toBeLessThanOrEqual(0.095);
  }, 60_000);
});
