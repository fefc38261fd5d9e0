import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { turnKind } from "../../../domain/prompts/by-phase.ts";
import { buildEvaluationPrompt, readEvaluation } from "../../../domain/prompts/for-judge/evaluation.judge-prompt.ts";
import { buildSolutionPrompt, readSolution } from "../../../domain/prompts/for-judge/solution.judge-prompt.ts";
import { withSchema } from "../../../domain/prompts/parts/frame.prompt-part.ts";
import type { Prompt } from "../../../domain/prompts/parts/prompt.prompt-part.ts";
import { buildPerspectiveSummaryPrompt } from "../../../domain/prompts/summary/perspective-summary.ts";
import type { DebateConfig } from "../../../domain/shapes/plan/config.plan.ts";
import type { Turn } from "../../../domain/shapes/schemas/turn.schema.ts";
import type { TurnSpec } from "../../../domain/shapes/state/steps.ts";
import { type DemoModel, startDemoModel } from "../../../infra/local/demo/model.demo.ts";
import { dialecticPlan, playDialectic } from "../../support/debates/dialectic.ts";
import { configFor, speaker, turnOf } from "../../support/debates/transcripts.ts";

let demo: DemoModel;
let ai: OpenAI;
beforeAll(async () => {
  demo = await startDemoModel({ pace: { ttftMs: 0, tps: 0 } });
  ai = new OpenAI({ baseURL: demo.url, apiKey: demo.key, maxRetries: 0 });
});
afterAll(() => demo.stop());

const config: DebateConfig = configFor({
  format: "dialectic",
  mode: "simultaneous",
  participants: ["architect", "security", "testing"].map((role, i) => speaker(i, { role, positionSource: "plain" })),
  dialectic: {
    termination: { type: "convergence", threshold: 80 },
    includeFullHistory: true,
    summaries: { threshold: 5_000, maxLength: 400 },
  },
});

async function ask({ system, messages, output }: Prompt): Promise<string> {
  // As for every model that its provider does not show the schema.
  const shown = output ? withSchema(messages, output) : messages;
  const input = shown.map(({ role, content }) => ({
    role,
    content: content.map((text) => ({ type: role === "user" ? "input_text" : "output_text", text })),
  })) as OpenAI.Responses.ResponseInput;
  const format = output && { type: "json_schema" as const, strict: true, ...output };
  const body = { model: "demo", instructions: system, input, ...(format && { text: { format } }) };
  return (await ai.responses.create(body)).output_text;
}

/** Rounds in which every agent really asked the demo model. */
async function played(rounds: number): Promise<Turn[]> {
  const turns: Turn[] = [];
  for (const turn of playDialectic(dialecticPlan({ speakers: 3, maxRounds: rounds })).turns) {
    const text = await ask(
      turnKind({ format: "dialectic" }, turn.phase).build({ config, turn, turns, totalRounds: rounds }),
    );
    turns.push(spokenBy(turn, text));
  }
  return turns;
}

function spokenBy({ id, round, index, phase, participantId, targetId }: TurnSpec, text: string): Turn {
  const participant = config.participants.find((p) => p.id === participantId)?.name ?? "";
  const base = turnOf(config, { round, index });
  return { ...base, id, phase, participantId, participant, text, ...(targetId !== undefined && { targetId }) };
}

describe("the demo model in a dialectic debate", () => {
  it("proposes, criticises the target by name in its own words, and refines with the critiques", async () => {
    const turns = await played(2);
    expect(turns).toHaveLength(21);
    for (const { text } of turns) expect(text).not.toMatch(/^\[demo\]/);
    expect(new Set(turns.map((t) => t.text)).size).toBe(21);
    const proposal = turns.find((t) => t.id === "g1-r1-t2");
    const critique = turns.find((t) => t.targetId === proposal?.id);
    expect(critique?.text).toMatch(/Bruno, you write: "For the problem/);
    expect(turns.find((t) => t.id === "g1-r1-t10")?.text).toContain("Bruno and Chen showed me");
  });

  it("judges by the schemas, with more confidence in later rounds", async () => {
    const turns = await played(1);
    const evaluate = async (round: number) => {
      const prompt = buildEvaluationPrompt({ config, round, turns });
      const reading = readEvaluation(await ask(prompt), { turns });
      if (!reading.ok) throw new Error(reading.faults.join());
      return reading.value.confidence;
    };
    expect([await evaluate(1), await evaluate(3)]).toEqual([60, 90]);
    const concluding = { ...config, conclusion: true as const };
    const active = config.participants.map(({ id }) => id);
    const solution = readSolution(
      await ask(buildSolutionPrompt({ config: concluding, turns, active, endedBy: "limit" })),
      { config: concluding, turns, active, wasRefused: false },
    );
    expect(solution).toMatchObject({ ok: true });
    expect(solution.ok && solution.value.solution.description).toMatch(/^The work of /);
    expect(solution.ok && solution.value.conclusion?.answer.text).toMatch(/^On "/);
  });

  it("summarises within the limit", async () => {
    const turns = await played(1);
    const text = await ask(buildPerspectiveSummaryPrompt({ config, participantId: "p1", turns }));
    expect(text.length).toBeLessThanOrEqual(400);
    expect(text).toContain("Bruno in round 1");
  });
});
