import { describe, expect, it } from "vitest";
import type { EventPayloads } from "../../domain/play/events/events.ts";
import { reduce } from "../../domain/play/state/reduce.ts";
import { initialState } from "../../domain/rules/protocols/initial-state.ts";
import { worstOf } from "../../domain/shapes/state/troubles.ts";
import { AT, event } from "../support/random/event.ts";
import { planFor } from "../support/random/plans.ts";

const usage = { inputTokens: 10, cachedInputTokens: 0, outputTokens: 5, reasoningTokens: 0, calls: 1 };
const about = (turnId: string) => ({ round: 1, phase: "response", participantId: "p1", turnId });
const failed = (turnId: string, more: Partial<EventPayloads["turn.failed"]> = {}) =>
  event("turn.failed", {
    ...about(turnId),
    attempt: 1,
    kind: "rate_limit",
    message: "m",
    waitMs: 5_000,
    attempts: 6,
    usage,
    costUsd: 0,
    ...more,
  });
const restarted = (turnId: string) =>
  event("turn.restarted", { ...about(turnId), attempt: 2, kind: "rate_limit", message: "m" });
const status = (to: "running" | "paused") =>
  event("debate.status", { status: to, phase: null, round: 1, pausing: false, by: "test" });
const after = (...events: Parameters<typeof reduce>[1][]) =>
  [status("running"), ...events].reduce(reduce, initialState(planFor()));
const ada = (...events: Parameters<typeof reduce>[1][]) => after(...events).participants[0];
const calm = { id: "p1", status: "active" };

describe("the status of a participant", () => {
  it.each([
    ["rate_limit", 5_000, "rate_limited"],
    ["api_error", 1_000, "error"],
    ["timeout", null, "error"],
    ["context_overflow", null, "context_exceeded"],
  ] as const)("after %s, with %s ms until the next attempt, is %s", (kind, waitMs, expected) => {
    const attempts = waitMs === null ? {} : { attempts: 6 };
    const told = failed("t1", { kind, waitMs, ...attempts });
    expect(ada(told)).toMatchObject({
      status: expected,
      troubles: [{ id: "t1", attempt: 1, at: AT, waitMs }],
    });
  });

  it("is active again once the turn goes on, is cut short by a pause, or the debate is paused or over", () => {
    const ways = [
      restarted("t1"),
      failed("t1", { attempt: 2, kind: "interrupted", waitMs: null }),
      status("paused"),
      event("round.started", { round: 2 }),
      event("debate.cancelled", { status: "cancelled" }),
    ];
    for (const way of ways) {
      const now = ada(failed("t1"), way);
      expect([way.type, now]).toEqual([way.type, expect.objectContaining(calm)]);
      expect(now).not.toHaveProperty("troubles");
    }
  });

  it("is the same in whatever order the events of simultaneous turns come", () => {
    const [one, other] = [failed("t1"), failed("t2", { kind: "network", waitMs: 1_000 })];
    expect(after(one, other).participants).toEqual(after(other, one).participants);
    expect(ada(one, other)?.status).toBe("error");
    expect(ada(one, other, restarted("t2"))?.status).toBe("rate_limited");
    const end = event("debate.cancelled", { status: "cancelled" });
    expect(after(end, one).participants[0]?.status).toBe(after(one, end).participants[0]?.status);
  });

  it("stays failed for who is out", () => {
    const degradation = { what: "Ada", why: "m" };
    const out = event("participant.dropped", { round: 1, participantId: "p1", kind: "k", message: "m", degradation });
    expect(ada(failed("t1", { waitMs: null }), out)).not.toHaveProperty("troubles");
    expect(ada(out, failed("t2"))?.status).toBe("failed");
  });

  it("is of two alike the one that lasts longest", () => {
    const trouble = { id: "a", status: "rate_limited", attempt: 1, at: AT, waitMs: 1_000 } as const;
    expect(worstOf([trouble, { ...trouble, id: "b", waitMs: 9_000 }])?.id).toBe("b");
    expect(worstOf([])).toBeNull();
  });
});
