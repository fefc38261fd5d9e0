import { describe, expect, it } from "vitest";
import type { LogEvent } from "../../../domain/play/events/events.ts";
import type { Turn } from "../../../domain/shapes/schemas/turn.schema.ts";
import { buildTrace, type TraceInput } from "../../../domain/show/export/trace.ts";
import {
  assessmentOf,
  ballotOf,
  configFor,
  debateOf,
  resultOf,
  turnOf,
  USAGE,
  verdictOf,
} from "../../support/debates/transcripts.ts";

const config = configFor();
const second = (n: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, n)).toISOString();

/** A turn that ended at that second of the debate. */
const turnAt = (index: number, end: number, latencyMs: number) =>
  turnOf(config, { round: 1, index }, { at: second(end), latencyMs });

function trace(changes: Partial<TraceInput> = {}) {
  return buildTrace({ debate: debateOf(config), turns: [], assessments: [], result: null, events: [], ...changes });
}

const roundEvent = (id: number, type: "started" | "completed", round: number, at: number): LogEvent =>
  type === "started"
    ? { id, type: "round.started", at: second(at), data: { round } }
    : { id, type: "round.completed", at: second(at), data: { round, usage: USAGE, costUsd: 0 } };

describe("a trace", () => {
  it("adds up the time of models that worked one after the other", () => {
    const { timing } = trace({ turns: [turnAt(1, 3, 2_000), turnAt(2, 6, 3_000)] });
    expect(timing).toMatchObject({ totalMs: 20_000, modelMs: 5_000, ownMs: 15_000 });
  });

  it("counts time once in which several models worked at once", () => {
    const { timing } = trace({ turns: [turnAt(1, 5, 4_000), turnAt(2, 6, 4_000)] });
    expect(timing.modelMs).toBe(5_000);
  });

  it("counts a call inside another's time not at all", () => {
    expect(trace({ turns: [turnAt(1, 8, 6_000), turnAt(2, 5, 1_000)] }).timing.modelMs).toBe(6_000);
  });

  it("counts the judge's time too", () => {
    const assessments = [assessmentOf(config, 1, { at: second(5), latencyMs: 1_000 })];
    const ballot = { ...ballotOf(config), at: second(9), latencyMs: 2_000 };
    const cast = { id: 9, type: "ballot.completed", at: second(9), data: { round: 1, ballot } } as LogEvent;
    expect(trace({ assessments, events: [cast] }).timing.modelMs).toBe(3_000);
  });

  it("counts the judge's votes too", () => {
    const [at, when] = [second(2), "before"] as const;
    const cast = { id: "g1-vote-before", when, judge: "demo/judge", vote: "for", confidence: 60 } as const;
    const vote = { ...cast, reasoning: "So.", usage: USAGE, costUsd: 0, latencyMs: 1_500, attempt: 1, at };
    const events: LogEvent[] = [{ id: 1, type: "vote.completed", at, data: { round: 0, when, vote } }];
    expect(trace({ events }).timing.modelMs).toBe(1_500);
  });

  it("names models by role, and tells retrieval, templates, conclusion, early stop and rating", () => {
    const debate = debateOf(config);
    const participants = debate.participants.map((p, i) => ({ ...p, ...(i === 0 && { role: "proposer" }) }));
    const items = [{ id: "t1", name: "Cost", score: 2 }];
    const status = { status: "concluding" as const, phase: null, round: 1, pausing: false, by: "roundsOver" };
    const ended = { ...status, endedBy: "convergence" as const, convergedBy: "skeptic" as const };
    const { verdict: _verdict, ...ending } = resultOf(verdictOf(config), { at: second(9), latencyMs: 2_000 });
    const answer = { text: "So.", earlyStopped: true, rounds: 1, score: 8, turnId: "g1-r1-t3", synthesizedBy: "p3" };
    const rating = { rating: 5, at: second(30) };
    const made = trace({
      debate: { ...debate, participants, judge: null },
      result: { ...ending, type: "answer", answer },
      events: [
        { id: 1, type: "retrieval.completed", at: second(1), data: { method: "lexical", items, latencyMs: 7 } },
        { id: 2, type: "debate.status", at: second(15), data: ended },
      ],
      rating,
    });
    expect(made).toMatchObject({ templates: items, earlyStopped: "skeptic", qualityScore: 80, userRating: rating });
    expect(made.timing).toMatchObject({ retrievalMs: 7, conclusionMs: 5_000, modelMs: 0 });
    expect(made.models).toEqual({ proposer: "demo/debater", p2: "demo/debater" });
  });

  it.each([
    [{ endedBy: "convergence", convergedBy: "code" }, "code"],
    [{ endedBy: "judge" }, "judge"],
    [{ endedBy: "budget" }, "budget"],
    [{ endedBy: "owner" }, "owner"],
    [{ endedBy: "policy" }, "policy"],
    [{ endedBy: "limit" }, null],
    [{}, null],
  ] as const)("says who ended the debate before its limit: %j", (end, who) => {
    const status = { status: "concluding" as const, phase: null, round: 1, pausing: false };
    const over = (id: number, more: object): LogEvent => ({
      id,
      type: "debate.status",
      at: second(id),
      data: { ...status, by: "roundsOver", ...more },
    });
    const before = over(1, { endedBy: "convergence", convergedBy: "polls" });
    expect(trace({ events: [before, over(2, { by: "reset" }), over(3, end)] }).earlyStopped).toBe(who);
  });

  it("never says that models took longer than the whole", () => {
    const { timing } = trace({ turns: [turnAt(1, 15, 60_000)] });
    expect(timing).toMatchObject({ modelMs: 20_000, ownMs: 0 });
  });

  it("has no total while the debate runs", () => {
    const debate = debateOf(config, { completedAt: null });
    expect(trace({ debate, turns: [turnAt(1, 3, 2_000)] }).timing).toMatchObject({
      completedAt: null,
      totalMs: null,
      modelMs: 2_000,
      ownMs: null,
    });
  });

  it("says how long each round took; an open one lasts until the last event", () => {
    const events = [
      roundEvent(1, "started", 1, 0),
      roundEvent(2, "completed", 1, 7),
      roundEvent(3, "started", 2, 8),
      { id: 4, type: "debate.cancelled", at: second(12), data: { status: "cancelled" } } as LogEvent,
    ];
    expect(trace({ events }).timing.roundsMs).toEqual([7_000, 4_000]);
  });

  it("names the models by participant and judge", () => {
    expect(trace().models).toEqual({ p1: "demo/debater", p2: "demo/debater", judge: "demo/judge" });
    expect(trace({ debate: debateOf(config, { judge: null }) }).models).not.toHaveProperty("judge");
  });

  it("takes the quality from the verdict, the solution's confidence or the skeptic's score, and has none without", () => {
    const { verdict: _verdict, ...ending } = resultOf(verdictOf(config));
    const texts = { description: "So.", implementation: null, tradeoffs: [], recommendations: [] };
    const solution = { ...texts, confidence: 77, synthesizedBy: "demo/judge" };
    const answer = { text: "So.", earlyStopped: true, rounds: 1, turnId: "g1-r1-t3", synthesizedBy: "p3" };
    const turns = [turnOf(config, { round: 1, index: 1 }, { repetition: null })];
    const qualityOf = (result: TraceInput["result"]) => trace({ result, turns }).qualityScore;
    expect(qualityOf(resultOf(verdictOf(config)))).toBe(72);
    expect(qualityOf({ ...ending, type: "solution", solution })).toBe(77);
    expect(qualityOf({ ...ending, type: "answer", answer: { ...answer, score: 6.5 } })).toBe(65);
    expect(qualityOf({ ...ending, type: "answer", answer: { ...answer, score: null } })).toBeNull();
    expect([qualityOf({ ...ending, type: "unjudged" }), qualityOf(null)]).toEqual([null, null]);
  });

  it("names the embedding model where it compared turns, and not where it failed each time", () => {
    const model = "openai/text-embedding-3-small";
    const compared = (failure: string | null) =>
      turnOf(config, { round: 1, index: 1 }, { repetition: null, embedding: { model, failure } });
    expect(trace({ turns: [compared("status 500"), compared(null)] }).models).toHaveProperty("embedding", model);
    expect(trace({ turns: [compared("status 500")] }).models).not.toHaveProperty("embedding");
  });

  it("scores what was measured of turns where no judge assessed them", () => {
    const said = (index: number, repetition: Turn["repetition"]) => turnOf(config, { round: 1, index }, { repetition });
    const turns = [said(1, null), said(2, { with: "g1-r1-t1", overlap: 1, by: "overlap" })];
    const { autoScore, measured } = trace({ turns });
    expect(autoScore).toBe(75);
    expect(measured).toMatchObject([{ round: 1, repetition: [{ turnId: "g1-r1-t2", with: "g1-r1-t1" }] }]);
    expect(trace({ turns: [turnOf(config, { round: 1, index: 1 })] })).not.toHaveProperty("measured");
  });
});
