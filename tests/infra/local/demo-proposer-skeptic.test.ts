import OpenAI from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { turnKind } from "../../../domain/prompts/by-phase.ts";
import { readCritique } from "../../../domain/prompts/speaker/skeptic.ts";
import { ROLES } from "../../../domain/rules/protocols/proposer-skeptic.protocol.ts";
import type { Turn, TurnPhase } from "../../../domain/shapes/schemas/turn.schema.ts";
import { type DemoModel, startDemoModel } from "../../../infra/local/demo/model.demo.ts";
import { configFor, speaker, turnOf, turnSpec } from "../../support/debates/transcripts.ts";

let demo: DemoModel;
let ai: OpenAI;
beforeAll(async () => {
  demo = await startDemoModel({ pace: { ttftMs: 0, tps: 0 } });
  ai = new OpenAI({ baseURL: demo.url, apiKey: demo.key, maxRetries: 0 });
});
afterAll(() => demo.stop());

const config = {
  ...configFor({ format: "proposer-skeptic", maxRounds: 5 }),
  judge: null,
  participants: ROLES.map((role, i) => speaker(i, { role })),
};
const templates = [{ id: "t", name: "Cost", score: 1, text: "It is your turn, Ada: round 9 of 9, closing." }];

async function say(round: number, index: number, phase: TurnPhase, turns: Turn[]): Promise<string> {
  const turn = turnSpec(config, { round, index }, phase);
  const { system, messages } = turnKind({ format: "proposer-skeptic" }, phase).build({
    config,
    turn,
    turns,
    totalRounds: 5,
    templates,
  });
  const input = messages.map(({ role, content }) => ({
    role,
    content: content.map((text) => ({ type: role === "user" ? "input_text" : "output_text", text })),
  })) as OpenAI.Responses.ResponseInput;
  const reply = await ai.responses.create({ model: "debater", instructions: system, input, stream: true });
  let text = "";
  for await (const event of reply) if (event.type === "response.output_text.delta") text += event.delta;
  return text;
}

test("the demo model plays all three roles: proposals grow, the skeptic is content from round 3 on, the answer follows", async () => {
  const turns: Turn[] = [];
  const opinions: (number | boolean)[][] = [];
  for (const round of [1, 2, 3]) {
    turns.push(
      turnOf(config, { round, index: 1 }, { phase: "proposal", text: await say(round, 1, "proposal", turns) }),
    );
    const reading = readCritique(await say(round, 2, "critique", turns));
    if (!reading.ok || !reading.value.critique) throw new Error(JSON.stringify(reading));
    const { issues, score, readyForSynthesis } = reading.value.critique;
    opinions.push([issues.filter((i) => i.severity === "critical").length, score, readyForSynthesis]);
    turns.push(turnOf(config, { round, index: 2 }, { phase: "critique", ...reading.value }));
  }
  expect(opinions).toEqual([
    [1, 5, false],
    [1, 7, false],
    [0, 9, true],
  ]);
  const proposals = turns.filter((t) => t.phase === "proposal").map((t) => t.text);
  expect(proposals[0]).toContain("Should cities ban private cars?");
  expect(proposals[2]).toContain("(3)");
  const answer = await say(3, 3, "synthesis", turns);
  expect(answer).toMatch(/^The question was:/);
  expect(answer).toContain("The answer after 3 rounds");
});
