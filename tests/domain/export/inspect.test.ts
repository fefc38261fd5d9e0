import { describe, expect, it } from "vitest";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { InspectLog, inspectLog } from "../../../domain/show/export/inspect.ts";
import { buildTrace } from "../../../domain/show/export/trace.ts";
import type { TranscriptExport } from "../../../domain/show/export/transcript.export.ts";
import { configFor, debateOf, resultOf, roundsOf, turnOf, verdictOf } from "../../support/debates/transcripts.ts";

const config = configFor();

function exported(changes: Partial<Debate> = {}, of: Partial<TranscriptExport> = {}): TranscriptExport {
  const parts = {
    debate: debateOf(config, { status: "completed", ...changes }),
    turns: roundsOf(config, 2),
    assessments: [],
    result: resultOf(verdictOf(config)),
    ...of,
  };
  const trace = buildTrace({ ...parts, events: [] });
  return { ...parts, summaries: [], questions: [], decisions: [], trace, events: [] };
}

describe("a log of Inspect AI", () => {
  it("has the debate as its one sample, the topic and the turns as messages, and the ruling as scores", () => {
    const whole = exported();
    const log = InspectLog.parse(inspectLog(whole));
    const verdict = verdictOf(config);
    expect(log).toMatchObject({
      version: 2,
      status: "success",
      eval: { task: "parley/round-limited", dataset: { samples: 1 }, model_roles: { p1: {}, p2: {}, judge: {} } },
      results: { total_samples: 1, completed_samples: 1 },
    });
    const [sample, ...others] = log.samples;
    expect(others).toEqual([]);
    expect(sample?.input).toContain("Should cities ban private cars?");
    expect(sample?.messages.map(({ id, role }) => [id, role])).toEqual([
      ["input", "user"],
      ...whole.turns.map(({ id }) => [id, "assistant"]),
    ]);
    expect(sample?.messages[1]).toMatchObject({
      content: "Words of Ada in round 1.",
      model: "demo/debater",
      metadata: { participantId: "p1", participant: "Ada", round: 1, phase: "response" },
    });
    expect(sample?.scores).toMatchObject({
      verdict: { value: verdict.scores, answer: verdict.winner?.participant ?? null },
      quality: { value: verdict.qualityScore },
    });
    const metrics = log.results.scores.find(({ name }) => name === "verdict")?.metrics;
    expect(metrics?.["p1"]).toEqual({ name: "p1", value: verdict.scores["p1"] });
    expect(sample?.output.completion).toBe(verdict.summary);
  });

  it("counts the tokens of turns by model, without cached ones among the input", () => {
    const usage = inspectLog(exported()).samples[0]?.model_usage["demo/debater"];
    expect(usage).toMatchObject({
      input_tokens: 240,
      input_tokens_cache_read: 160,
      output_tokens: 80,
      total_tokens: 480,
    });
    expect(usage?.total_cost).toBeCloseTo(0.004);
  });

  it("has an unknown cost as null, and interjections as the operator's messages", () => {
    const remark = turnOf(config, { round: 1, index: 2 }, { id: "g1-r1-i1", phase: "interjection", model: "none" });
    const turns = [turnOf(config, { round: 1, index: 1 }, { costUsd: null }), remark];
    const [sample] = InspectLog.parse(inspectLog(exported({}, { turns }))).samples;
    expect(sample?.messages.at(-1)).toMatchObject({ id: "g1-r1-i1", role: "user", source: "operator" });
    expect(Object.entries(sample?.model_usage ?? {})).toEqual([
      ["demo/debater", expect.objectContaining({ total_cost: null })],
    ]);
  });

  it("says of a debate without a result how it stands", () => {
    const unruled = { result: null };
    const running = InspectLog.parse(inspectLog(exported({ status: "running" }, unruled)));
    expect(running).toMatchObject({ status: "started", results: { completed_samples: 0, scores: [] } });
    expect(running.samples[0]).toMatchObject({ scores: {}, output: { choices: [], completion: "" } });
    const failed = InspectLog.parse(inspectLog(exported({ status: "failed" }, unruled)));
    expect(failed).toMatchObject({ status: "error", error: { message: expect.stringContaining("failed") } });
    expect(inspectLog(exported({ status: "cancelled" }, unruled)).status).toBe("cancelled");
  });
});
