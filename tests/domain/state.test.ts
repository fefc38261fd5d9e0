import { describe, expect, it } from "vitest";
import type { EventPayloads } from "../../domain/play/events/events.ts";
import { reduce } from "../../domain/play/state/reduce.ts";
import { initialState } from "../../domain/rules/protocols/initial-state.ts";
import { totalOf } from "../../domain/shapes/state/costs.state.ts";
import type { DebateState } from "../../domain/shapes/state/state.ts";
import { event } from "../support/random/event.ts";
import { planFor } from "../support/random/plans.ts";

const usage = { inputTokens: 10, cachedInputTokens: 2, outputTokens: 5, reasoningTokens: 1, calls: 1 };
const status = (data: Partial<EventPayloads["debate.status"]> & Pick<EventPayloads["debate.status"], "status">) =>
  event("debate.status", { phase: null, round: 1, pausing: false, by: "test", ...data });
const after = (...events: ReturnType<typeof event>[]): DebateState => events.reduce(reduce, initialState(planFor()));

describe("a debate's state", () => {
  it("remembers where it was while it waits, and forgets it when it goes on", () => {
    const paused = after(status({ status: "running" }), status({ status: "paused" }));
    expect(paused.remembered).toBe("running");
    const failed = reduce(paused, status({ status: "error" }));
    expect(failed.remembered).toBe("running");
    expect(reduce(failed, status({ status: "running" })).remembered).toBeNull();
  });

  it("notes the start once", () => {
    const state = after(status({ status: "initializing" }), status({ status: "running" }));
    expect(state.startedAt).toBe("2026-11-21T12:00:00.000Z");
  });

  it("keeps an error until its owner acts, and counts retries", () => {
    const error = { kind: "timeout", message: "m", retryable: true, retryCount: 2, at: "t", suggestion: "s" };
    const failed = after(status({ status: "running" }), status({ status: "error", error }));
    expect(failed.error).toEqual(error);
    const again = reduce(failed, status({ status: "running", by: "retry" }));
    expect([again.error, again.retries]).toEqual([null, 1]);
  });

  it("charges failed attempts to their speaker and counts them", () => {
    const data = {
      round: 1,
      phase: "response",
      participantId: "p1",
      turnId: "g1-r1-t1",
      attempt: 1,
      kind: "rate_limit",
      message: "m",
      waitMs: 10,
      usage,
      costUsd: 0.5,
    };
    const state = after(event("turn.failed", data));
    expect(state.participants[0]).toMatchObject({ retries: 1, spend: { ...usage, costMicroUsd: 500_000 } });
    expect(state.attempts).toEqual({ "g1-r1-t1": 1 });
    expect(state.wholeTurns).toBe(0);
    expect(reduce(state, event("turn.failed", { ...data, waitMs: null })).participants[0]?.retries).toBe(1);
  });

  it("charges failed judge calls to the judge", () => {
    const state = after(
      event("judge.failed", {
        round: 1,
        actId: "g1-r1-assessment",
        attempt: 2,
        kind: "timeout",
        message: "m",
        waitMs: 1,
        usage,
        costUsd: null,
      }),
    );
    expect(state.judge).toEqual({ ...usage, costMicroUsd: null });
    expect(state.attempts).toEqual({ "g1-r1-assessment": 2 });
  });

  it("forgets a round's turns and attempts when the next begins, and remembers what was spent before it", () => {
    const spent = after(
      event("judge.failed", {
        round: 1,
        actId: "x",
        attempt: 1,
        kind: "timeout",
        message: "m",
        waitMs: 1,
        usage,
        costUsd: 1,
      }),
      event("round.started", { round: 2 }),
    );
    expect(spent).toMatchObject({ round: 2, taken: [], attempts: {}, roundOver: false });
    expect(spent.spentBeforeRound).toEqual({ ...usage, costMicroUsd: 1_000_000 });
  });

  it("ends when a terminal event says so", () => {
    const state = after(event("debate.cancelled", { status: "cancelled" }));
    expect(state).toMatchObject({ status: "cancelled", pausing: false, completedAt: "2026-11-21T12:00:00.000Z" });
  });

  it("is not changed by what only readers care for", () => {
    const before = after(status({ status: "running" }));
    const delta = event("turn.delta", {
      round: 1,
      phase: "response",
      participantId: "p1",
      turnId: "t",
      attempt: 1,
      text: "x",
    });
    expect(reduce(before, delta)).toBe(before);
    expect(reduce(before, event("command.ignored", { command: "pause", why: "w" }))).toBe(before);
  });

  it("acknowledges the warnings that are named, in whatever order others come", () => {
    const filled = (participantId: string, round: number, use = 0.85) =>
      event("context.warning", { round, participantId, use, strategy: "all", capacity: 100, tokens: 85 });
    const seen = event("warning.acknowledged", { round: 1, thresholds: [], contexts: ["p1-80-r1"] });
    const warnings = (...events: ReturnType<typeof event>[]) =>
      after(...events).contextWarnings?.map(({ id, acknowledged }) => [id, acknowledged]);
    const both = [
      ["p1-80-r1", true],
      ["p2-80-r1", false],
    ];
    expect(warnings(filled("p1", 1), filled("p2", 1), seen)).toEqual(both);
    expect(warnings(filled("p1", 1), seen, filled("p2", 1))).toEqual(both);
    expect(warnings(filled("p1", 1), seen, filled("p1", 3))).toEqual([["p1-80-r3", false]]);
    expect(warnings(filled("p1", 1), filled("p1", 1, 0.95))).toHaveLength(2);
  });

  it("keeps of a result who won and how", () => {
    const digest = { type: "verdict" as const, winner: "p2", scores: { p1: 50, p2: 70 } };
    const state = after(event("result.completed", { result: { ...digest, usage, costUsd: 0.25 } }));
    expect(state.result).toEqual(digest);
  });

  it("counts what ballots cost, and nothing for counting them", () => {
    const cast = { judge: "demo/judge", order: "given", winner: null, usage, costUsd: 0.25 } as const;
    const digest = { type: "verdict" as const, winner: null, scores: {}, usage, costUsd: 0.5 };
    const state = after(
      event("ballot.completed", { round: 1, ballot: { ...cast, id: "g1-b1-given" } }),
      event("ballot.completed", { round: 1, ballot: { ...cast, id: "g1-b2-given" }, panelist: "demo/other" }),
      event("result.completed", { result: digest }),
    );
    expect(state.ballots).toEqual(["g1-b1-given", "g1-b2-given"]);
    expect([state.judge, ...(state.panel ?? []).map((p) => p.spend)].map((s) => s.costMicroUsd)).toEqual([
      250_000, 250_000,
    ]);
    expect(totalOf(state).costMicroUsd).toBe(500_000);
  });
});
