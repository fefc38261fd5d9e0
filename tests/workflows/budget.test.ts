import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import type { CostReport } from "../../api/schemas.ts";
import type { Decision } from "../../domain/decision.ts";
import { countTokens } from "../../domain/tokens.ts";
import type { ModelReplyScript, ModelRequest } from "../support/model-server.ts";
import { kindOf } from "../support/replies.ts";
import { debaters, type FlatEvent, requestOf, startWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld({ temporalAddress: inject("temporalAddress"), codePath: inject("workflowBundle") });
});
afterAll(() => world.stop());
beforeEach(() => {
  world.models.forget();
  spentUsd = 0;
});

const P = ["p1", "p2"];
const PRICE = { input: 1, output: 10 };
const MOST = { turn: 200, judge: 400 };
/** What the providers would bill, by the journal of their server. */
let spentUsd = 0;

/** Two speakers and a judge whose prices are easy to reckon with. */
function priced(changes: object = {}, speakers = 2): object {
  const { participants, ...rest } = requestOf({ maxRounds: 10, ...changes }, speakers) as { participants: object[] };
  const model = { model: "openai/priced", maxOutputTokens: MOST.turn, priceUsdPerMTok: PRICE };
  const judge = { model: "openai/judge", maxOutputTokens: MOST.judge, priceUsdPerMTok: PRICE };
  return { ...rest, participants: participants.map((p) => ({ ...p, model })), judge };
}

/** Every reply is as long as it may be, and everything is billed by what the server received. */
function dear(script: (r: ModelRequest) => ModelReplyScript = debaters(P)) {
  return (request: ModelRequest): ModelReplyScript => {
    const reply = script(request);
    if (reply.error || reply.hang) return reply;
    const received = [request.system, ...request.messages.map((m) => m.content)];
    const input = received.reduce((sum, part) => sum + countTokens(part), 0);
    const output = kindOf(request) === "turn" ? MOST.turn : MOST.judge;
    spentUsd += (input * PRICE.input + output * PRICE.output) / 1_000_000;
    return { ...reply, usage: { input, output } };
  };
}

const ofType = (log: FlatEvent[], type: string) => log.filter((e) => e.type === type);
const status = (to: string) => (e: FlatEvent) => e.type === "debate.status" && e["status"] === to;
const turnsAsked = () => world.models.journal.filter((r) => kindOf(r) === "turn").length;
const costs = async (id: string) => (await world.request(`/v1/debates/${id}/costs`)).body as CostReport;

/** Awaits a status, shown by the API too. */
async function waitsIn(id: string, to: string) {
  await world.until(id, status(to));
  await expect.poll(async () => (await world.debate(id)).status).toBe(to);
  return world.debate(id);
}

describe("a debate that comes to its limit", () => {
  it.each([["sequential"], ["simultaneous"]])(
    "concludes with the money that was kept for it, and never passes it: %s turns",
    async (mode) => {
      world.models.use(dear());
      const { id, cost } = await world.create(priced({ mode, limits: { maxCostUsd: 0.06 } }));
      expect(cost).toMatchObject({ limitUsd: 0.06, totalUsd: 0 });
      const log = await world.finished(id);
      const debate = await world.debate(id);
      expect(debate).toMatchObject({ status: "completed", result: { type: "verdict", endedBy: "budget" } });
      expect(debate.result?.degraded).toMatchObject([{ code: "budget_stopped" }]);
      expect(debate.round).toBeGreaterThan(1);
      expect(debate.round).toBeLessThan(10);
      expect(ofType(log, "cost.limit")).toMatchObject([{ unit: "usd", limit: 0.06, policy: "conclude" }]);
      expect(debate.cost.totalUsd).toBeCloseTo(spentUsd, 6);
      expect(spentUsd).toBeLessThanOrEqual(0.06);
      expect(debate.cost).toMatchObject({ reservedUsd: 0 });
      expect(world.models.complaints).toEqual([]);
    },
  );
});
