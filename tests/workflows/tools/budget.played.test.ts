/** What tools may cost: in estimates beforehand, and under a limit that is never passed. */
import { expect, it } from "vitest";
import type { Estimates } from "../../../domain/play/estimates/schema.estimate.ts";
import { countTokens } from "../../../domain/shapes/tokens.shape.ts";
import { outputOf, requestTokens } from "../../support/debates/long-debate.ts";
import type { ModelReplyScript, ModelRequest } from "../../support/models/server.ts";
import { PROGRAM } from "../../support/tools.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, requestOf } from "../../support/world.ts";

const world = await useWorld({ mcp: { servers: { library: PROGRAM }, allowPrivate: false } });

const MCP = { type: "mcp", server: "library", tools: ["echo"] };
/** USD, of a search of either provider's own: 10 a thousand. */
const SEARCH = 0.01;
const SPEAKERS = [
  { name: "Ada", model: { model: "openai/gpt-5.5", maxOutputTokens: 500 }, position: "Ban them." },
  { name: "Ben", model: { model: "openai/gpt-5.5", maxOutputTokens: 500 }, position: "Keep them." },
];
const request = (changes: object) =>
  requestOf({
    maxRounds: 2,
    participants: SPEAKERS,
    judge: { model: "openai/gpt-5.5" },
    claimChecks: false,
    ...changes,
  });

async function estimate(changes: object) {
  const { body } = await world.post("/v1/estimates", request(changes));
  const { problems, lowest, likely, worst } = body as Estimates;
  expect(problems).toEqual([]);
  if (!lowest || !likely || !worst) throw new Error("there is no estimate");
  return { lowest, likely, worst };
}

it("an estimate has the replies, the reading and the searches that tools take", async () => {
  const without = await estimate({});
  const withMcp = await estimate({ tools: [MCP], maxToolCalls: 3 });
  const searching = await estimate({ tools: [{ type: "web_search" }], maxToolCalls: 3 });
  const twice = await estimate({ tools: [{ type: "web_search" }], maxToolCalls: 6 });
  const turns = 4;
  for (const tools of [withMcp, searching]) {
    // A model that has tools need not call them.
    expect(tools.lowest.calls).toBe(without.lowest.calls);
    for (const figure of ["likely", "worst"] as const) {
      expect(tools[figure].calls).toBeGreaterThan(without[figure].calls);
      expect(tools[figure].inputTokens).toBeGreaterThan(without[figure].inputTokens);
      expect(tools[figure].outputTokens).toBeGreaterThan(without[figure].outputTokens);
    }
  }
  expect(searching.worst.costUsd ?? 0).toBeGreaterThan((without.worst.costUsd ?? 0) + turns * 3 * SEARCH);
  expect(twice.worst.costUsd ?? 0).toBeGreaterThan((searching.worst.costUsd ?? 0) + turns * 3 * SEARCH);
});

/** What a provider bills for a request: every text of it, what tools answered, and the tools themselves. */
function billed(asked: ModelRequest, output: number) {
  const more = [...asked.toolResults, JSON.stringify(asked.body["tools"] ?? [])];
  return { input: requestTokens(asked) + more.reduce((sum, text) => sum + countTokens(text), 0), output };
}

/** Calls a tool as often as it may and longer, writes as much as it may each time, and gets long answers. */
function greedy(asked: ModelRequest): ModelReplyScript {
  const usage = billed(asked, outputOf(asked));
  const message = `${asked.toolResults.length} ${"A long fact of the street. ".repeat(400)}`;
  const isLast = asked.toolResults.some((text) => text.includes("used up")) || asked.tools.length === 0;
  return isLast
    ? { text: "I have read enough.", usage }
    : { calls: [{ name: "library__echo", input: { message } }], usage };
}

it("no limit is passed by a debate whose speakers take all that tools allow", async () => {
  world.models.use(debaters(["p1", "p2"], { turn: greedy }));
  const changes = { tools: [MCP], maxToolCalls: 2, policies: { onCostLimit: "conclude" } };
  const { worst } = await estimate(changes);
  const played = await Promise.all(
    [0.01, 0.1, 0.4, 1].map(async (share) => {
      const limit = (worst.costUsd ?? 0) * share;
      const { status, body } = await world.post("/v1/debates", request({ ...changes, limits: { maxCostUsd: limit } }));
      if (status !== 201) return { ended: `refused with ${status}`, turns: [] };
      const { id } = body as { id: string };
      await expect.poll(async () => (await world.debate(id)).status, { timeout: 100_000 }).toMatch(/completed|error/);
      const { cost, status: ended } = await world.debate(id);
      expect(cost.totalUsd).toBeLessThanOrEqual(limit);
      const { turns } = await world.transcript(id);
      return { ended, turns: turns.map(({ tools = [] }) => tools.length) };
    }),
  );
  expect(played).toEqual([
    { ended: "refused with 422", turns: [] },
    // The rounds that the request asks for do not all fit.
    { ended: "completed", turns: [2, 2] },
    { ended: "completed", turns: [2, 2, 2, 2] },
    { ended: "completed", turns: [2, 2, 2, 2] },
  ]);
}, 120_000);
