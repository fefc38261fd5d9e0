/** Servers that cut a long prompt in silence: only their count of it shows that. */
import { describe, expect, it } from "vitest";
import { kindOf } from "../../support/models/replies.ts";
import type { ModelReplyScript, ModelRequest } from "../../support/models/server.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, requestOf } from "../../support/world.ts";

const world = await useWorld({ served: ["openai", "anthropic", "ollama"] });
const script = debaters(["p1", "p2"]);
const NOTES = "The bridge was built in 1931 and carries 900 cars an hour. ".repeat(300);
/** One for each wire format. */
const MODELS = ["openai/gpt-5.5", "anthropic/claude-sonnet-5", "ollama/llama3.2:3b"];

type Usage = NonNullable<ModelReplyScript["usage"]>;

/** A debate with a long exhibit, where these calls have such a usage. */
function longDebate(isCut: (request: ModelRequest) => boolean, { models = MODELS, judge = {}, ...usage }: Cut) {
  world.models.use((request) => {
    const reply = script(request);
    const counts = { input: 512, output: 30, ...usage };
    return isCut(request) ? { ...reply, cutsPrompt: true, usage: counts } : reply;
  });
  const names = ["Ada", "Ben"];
  const participants = names.map((name, i) => ({ name, model: models[i] ?? models[0] }));
  const exhibits = [{ title: "Notes", text: NOTES }];
  return world.create(requestOf({ maxRounds: 1, judging: "final-only", exhibits, participants, ...judge }));
}

interface Cut extends Partial<Usage> {
  models?: string[];
  judge?: object;
}

const isTurn = (request: ModelRequest) => kindOf(request) === "turn";

describe("A turn whose prompt was cut is kept, and the debate warns with both counts", () => {
  it.each(MODELS)(
    "by %s",
    async (model) => {
      const { id } = await longDebate(isTurn, { models: [model] });
      await world.finished(id);
      const { turns, debate } = await world.transcript(id);
      expect(debate.status).toBe("completed");
      const { counted = 0, read } = turns[0]?.promptCut ?? {};
      expect([counted > 4_000, counted < 6_000, read]).toEqual([true, true, 512]);
      const details = debate.warnings.flatMap(({ code, detail }) => (code === "prompts-cut" ? [detail] : []));
      expect(details).toHaveLength(2);
      expect(details[0]).toContain(`of Ada's model counted 512 tokens of a prompt that has about ${counted}`);
      expect(details[0]).toContain("OLLAMA_CONTEXT_LENGTH");
      expect(details[0]).toContain("docs/configuration.md#windows-of-your-own-servers");
    },
    60_000,
  );
});

describe("A judge whose prompt was cut rules nothing, and the owner is asked", () => {
  it.each(MODELS)(
    "by %s",
    async (model) => {
      const { id } = await longDebate((request) => kindOf(request) === "verdict", { judge: { judge: { model } } });
      const log = await world.until(id, (e) => e.type === "decision.requested");
      const { pending, result } = await world.debate(id);
      expect(result).toBeNull();
      const { decision } = pending as { decision: { question: string; options: { id: string }[] } };
      expect(decision.question).toMatch(
        new RegExp(`The server of ${model} counted 512 tokens of a prompt that has about \\d{4}`),
      );
      expect(decision.options.map(({ id: option }) => option)).toEqual(
        expect.arrayContaining(["truncate", "replace", "continue"]),
      );
      // Both ballots were asked for once, and are paid.
      const failed = log.filter((e) => e.type === "judge.failed");
      const once = { kind: "context_overflow", attempt: 1, usage: { inputTokens: 512, outputTokens: 30 } };
      expect(failed).toMatchObject([once, once]);
    },
    60_000,
  );
});

describe("Nothing is said where the prompt was read", () => {
  it.each([
    ["all of it, most from a cache", { input: 5_000, cachedInput: 4_500 }],
    ["all of it, most into a cache, by a provider that counts these apart", { input: 5_000, cacheWrite: 4_900 }],
    ["by a tokenizer that needs fewer tokens", { input: 4_000 }],
    ["by a server that does not count", { input: 0 }],
  ])(
    "%s",
    async (_, usage) => {
      const { id } = await longDebate(() => true, usage);
      await world.finished(id);
      const { debate, turns } = await world.transcript(id);
      expect(debate.status).toBe("completed");
      expect(debate.warnings.filter(({ code }) => code === "prompts-cut")).toEqual([]);
      expect(turns.map(({ promptCut }) => promptCut)).toEqual([undefined, undefined]);
    },
    60_000,
  );
});
