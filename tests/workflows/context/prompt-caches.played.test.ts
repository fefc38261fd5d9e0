import { expect, it } from "vitest";
import { kindOf } from "../../support/models/replies.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, requestOf } from "../../support/world.ts";

const world = await useWorld();

async function play(changes: object) {
  world.models.forget();
  world.models.use(debaters(["p1", "p2"]));
  const { id } = await world.create(requestOf({ maxRounds: 3, ...changes }));
  await world.finished(id);
  const of = (api: string) => world.models.journal.filter((entry) => entry.api === api);
  return { id, openai: of("responses"), anthropic: of("anthropic") };
}

interface Block {
  text: string;
  cache_control?: object;
}
const blocksOf = (body: Record<string, unknown>) =>
  (body["messages"] as { content: Block[] }[]).flatMap(({ content }) => content);

it("OpenAI is sent a cache key for each speaker and one for the judge, the same in every round", async () => {
  const { id, openai } = await play({});
  const keys = openai.map((entry) => [kindOf(entry) === "turn" ? "turn" : "judge", entry.body["prompt_cache_key"]]);
  expect(new Set(keys.map((key) => key.join(" ")))).toEqual(new Set([`turn ${id}/p1`, `judge ${id}/judge`]));
  expect(keys.filter(([kind]) => kind === "turn")).toHaveLength(3);
});

it("OpenAI is sent one cache key for all speakers of a shared transcript", async () => {
  const participants = ["Ada", "Ben"].map((name) => ({ name, model: "openai/gpt-5.5", position: `${name} has one.` }));
  const { id, openai } = await play({ promptLayout: "shared", participants });
  const turns = openai.filter((entry) => kindOf(entry) === "turn");
  expect(turns.map((entry) => entry.body["prompt_cache_key"])).toEqual(turns.map(() => `${id}/shared`));
  expect(turns).toHaveLength(6);
});

it("Anthropic is sent cache breakpoints behind the system prompt and behind the transcript, where the next request goes on", async () => {
  const { anthropic } = await play({});
  expect(anthropic).toHaveLength(3);
  for (const [i, { body }] of anthropic.entries()) {
    const [system] = body["system"] as Block[];
    expect(system?.cache_control).toEqual({ type: "ephemeral" });
    const blocks = blocksOf(body);
    // One alone, behind everything but the instruction.
    expect(blocks.flatMap(({ cache_control }, at) => (cache_control ? [at] : []))).toEqual([blocks.length - 2]);
    const kept = blocks.slice(0, -1).map(({ text }) => text);
    const next = anthropic[i + 1];
    if (next)
      expect(
        blocksOf(next.body)
          .map(({ text }) => text)
          .slice(0, kept.length),
      ).toEqual(kept);
  }
});
