import { expect, it } from "vitest";
import { countTokens } from "../../../domain/shapes/tokens.shape.ts";
import { differences } from "../../soak/replayed.ts";
import { outputOf, requestTokens } from "../../support/debates/long-debate.ts";
import { kindOf } from "../../support/models/replies.ts";
import type { ModelReplyScript, ModelRequest } from "../../support/models/server.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters } from "../../support/world.ts";

// A worker for each provider whose models speak.
const world = await useWorld({ served: ["openai", "anthropic", "google"] });

/** Speakers and judge as Parley takes them with a key of each. */
const USUAL: [string, string, string, string][] = [
  ["OpenAI", "openai/gpt-5.5", "openai/gpt-5.5", "openai/gpt-5.4"],
  ["Anthropic", "anthropic/claude-sonnet-5", "anthropic/claude-sonnet-5", "anthropic/claude-opus-5"],
  ["Google", "google/gemini-3.8-flash", "google/gemini-3.8-flash", "google/gemini-3.5-flash"],
  ["OpenAI and Anthropic", "anthropic/claude-sonnet-5", "openai/gpt-5.5", "anthropic/claude-opus-5"],
  ["all three", "anthropic/claude-sonnet-5", "openai/gpt-5.5", "google/gemini-3.8-flash"],
];

/** 300 words that say little. */
const SPEECH = "Cars take the room that people need, and yet somebody has to bring the goods. ".repeat(20);

/** Every reply is billed at its longest: what the model did not say it thought. */
function dear(request: ModelRequest, reply: ModelReplyScript): ModelReplyScript {
  const isClaude = request.model.startsWith("claude");
  const input = Math.floor(requestTokens(request) * (isClaude ? 1.3 : 1));
  return reply.error ? reply : { ...reply, usage: { input, output: outputOf(request) } };
}

const requestFor = (ada: string, ben: string, judge: string) => ({
  topic: "Should our town ban cars from its centre?",
  participants: [
    { name: "Ada", model: ada },
    { name: "Ben", model: ben },
  ],
  judge: { model: judge },
  limits: { maxCostUsd: 0.5 },
});

it.each(USUAL)("the README's first debate runs to its end under $0.50: %s", async (_, ada, ben, judge) => {
  const script = debaters(["p1", "p2"], { turn: () => ({ text: SPEECH }) });
  const kinds: string[] = [];
  world.models.use((request) => {
    kinds.push(kindOf(request));
    return dear(request, script(request));
  });
  expect(countTokens(SPEECH)).toBeGreaterThan(300);
  const { id, maxRounds, warnings } = await world.create(requestFor(ada, ben, judge));
  const [told] = warnings.filter(({ code }) => code === "fitted-to-limit");
  const rounds = maxRounds === 3 ? "3 rounds," : `${maxRounds} rounds instead of 3,`;
  expect(told?.detail).toContain(`to stay below $0.50: ${rounds}`);
  await world.finished(id);
  const debate = await world.debate(id);
  expect(debate).toMatchObject({ status: "completed", degraded: [], result: { endedBy: "limit", degraded: [] } });
  expect(debate.result?.conclusion?.answer.text).toBeTruthy();
  expect(debate.cost.totalUsd).toBeLessThanOrEqual(0.5);
  expect(debate.cost.totalUsd).toBeGreaterThan(0.25);
  expect(debate.round).toBe(maxRounds);
  expect(kinds.filter((kind) => kind === "turn")).toHaveLength(2 * maxRounds);
  expect(await differences(world, id)).toEqual([]);
});

it("what fails is asked for again as long as the limit has room, and never beyond", async () => {
  const script = debaters(["p1", "p2"], { turn: () => ({ text: SPEECH }) });
  let calls = 0;
  world.models.use((request) => {
    calls += 1;
    // Every third reply is of no use, and billed.
    const reply = script(request);
    return dear(request, calls % 3 === 0 && kindOf(request) !== "turn" ? { text: "{" } : reply);
  });
  const [, ada, ben, judge] = USUAL[1] as (typeof USUAL)[0];
  const { id } = await world.create(requestFor(ada, ben, judge));
  await world.finished(id);
  const { status, cost } = await world.debate(id);
  expect(status).toBe("completed");
  expect((cost.totalUsd ?? Infinity) + (cost.unsettledUsd ?? 0)).toBeLessThanOrEqual(0.5);
  expect(calls).toBeGreaterThan(7);
});
