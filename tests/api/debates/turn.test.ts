import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { Turn } from "../../../domain/schemas/turn.ts";
import { agents, dialecticRequest } from "../../support/agents.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, requestOf, type World } from "../../support/world.ts";
import { createWorld, problemOf, storeDebate } from "../world.ts";

type TurnWithPrompt = Turn & {
  prompt: { system: string; messages: { role: string; content: string[] }[]; source: string } | null;
};

const world = await useWorld();

const positioned = (changes: object) =>
  requestOf({
    participants: ["Ada", "Ben"].map((name) => ({ name, model: "openai/gpt-5.5", position: `${name} is right.` })),
    ...changes,
  });
const sequential = () => debaters(["p1", "p2"]);
const cutOff = () =>
  debaters(["p1", "p2"], { turn: (_, n) => ({ text: n === 2 ? "" : `Speech ${n}.`, usage: { input: 9, output: 9 } }) });

const DEBATES: [string, () => Parameters<World["models"]["use"]>[0], object][] = [
  ["in which all speak one after the other", sequential, positioned({ mode: "sequential" })],
  ["in which all speak at once", sequential, positioned({ mode: "simultaneous" })],
  ["in which an answer was refused", cutOff, positioned({ maxRounds: 1 })],
  [
    "of agents whose views are summarised",
    agents,
    dialecticRequest({ maxRounds: 2, contextWindow: { agentSummaryThreshold: 1, agentSummaryMaxLength: 1_000 } }),
  ],
];

test.each(DEBATES)(
  "Each turn of a debate %s shows the prompt that was sent.",
  async (_, script, body) => {
    world.models.forget();
    world.models.use(script());
    const { id } = await world.create(body);
    await world.finished(id);
    const { turns } = await world.transcript(id);
    expect(turns.length).toBeGreaterThan(1);
    const sent = world.models.journal.map((entry) => JSON.stringify(entry.messages));
    for (const turn of turns) {
      const shown = (await world.request(`/v1/debates/${id}/turns/${turn.id}`)).body as unknown as TurnWithPrompt;
      const { prompt, ...rest } = shown;
      expect(rest).toEqual(turn);
      if (!prompt) throw new Error(`the prompt of ${turn.id} was not rebuilt`);
      const { system, messages } = prompt;
      const text = JSON.stringify({ system, messages });
      expect(createHash("sha256").update(text).digest("hex")).toBe(turn.promptSha256);
      const end = JSON.stringify(messages.at(-1)?.content.at(-1)).slice(1, -1);
      expect(sent.some((request) => request.includes(end))).toBe(true);
    }
  },
  60_000,
);

test("Turns that are not there and ids that are none are 404.", async () => {
  await using api = await createWorld();
  const { id } = await storeDebate(api.store);
  for (const turn of ["g1-r1-t1", "nothing", "%00"]) {
    const response = await api.get(`/v1/debates/${id}/turns/${turn}`);
    expect([response.status, (await problemOf(response)).type]).toEqual([404, "/problems/not-found"]);
  }
});
