import { describe, expect, it } from "vitest";
import { concludingCalls } from "../../../domain/budget/concluding.ts";
import type { DebatePlan } from "../../../domain/plan/plan.ts";
import { visibleTurns } from "../../../domain/prompts/transcript.ts";
import { ballotOrder } from "../../../domain/protocols/ids.ts";
import { next } from "../../../domain/protocols/registry.ts";
import type { Turn } from "../../../domain/schemas/turn.ts";
import { initialState } from "../../../domain/state/initial.ts";
import { reduce } from "../../../domain/state/reduce.ts";
import type { DebateState } from "../../../domain/state/state.ts";
import type { Step } from "../../../domain/steps.ts";
import { completed } from "../../support/random/drive.ts";
import { event } from "../../support/random/event.ts";
import { failedTurn } from "../../support/random/outcomes.ts";
import { planFor } from "../../support/random/plans.ts";
import { faultOf, type Script, ScriptedDebate } from "../../support/scripted.ts";

const USAGE = { inputTokens: 10, cachedInputTokens: 0, outputTokens: 5, reasoningTokens: 0, calls: 1 };
const PLAN = planFor({ controlArm: true, bothOrders: true, maxRounds: 1, judging: "final-only" });

function running(plan: DebatePlan): DebateState {
  const data = { status: "running", phase: null, round: 0, pausing: false, by: "initialized" } as const;
  return reduce(initialState(plan), event("debate.status", data));
}

function stepOf<K extends Step["kind"]>(plan: DebatePlan, state: DebateState, kind: K) {
  const step = next(plan, state);
  if (step.kind !== kind) throw new Error(`${step.kind}, not ${kind}`);
  return step as Extract<Step, { kind: K }>;
}

/** Carries out the next step. */
function after(plan: DebatePlan, state: DebateState, scriptOf: (debate: ScriptedDebate) => Script): DebateState {
  const debate = new ScriptedDebate(plan, state);
  debate.step(scriptOf(debate));
  return debate.state;
}

/** Each participant answers alone; the silent ones fail. */
const answered = (plan: DebatePlan, state: DebateState, silent: string[] = []) =>
  after(plan, state, (debate) => ({
    takeTurn(turn) {
      debate.take(silent.includes(turn.participantId) ? failedTurn(turn) : completed(turn));
      return null;
    },
  }));

/** The ballots on the answers. Left out: the ballot fails. */
const ruled = (plan: DebatePlan, state: DebateState, unanimous: Record<string, boolean>) =>
  after(plan, state, (debate) => ({
    perform({ id }) {
      const found = unanimous[ballotOrder(id)];
      if (found === undefined) return faultOf("cut");
      const ballot = { id, judge: "demo/judge", order: ballotOrder(id), winner: "p1", unanimous: found };
      debate.take(event("ballot.completed", { round: 0, ballot: { ...ballot, usage: USAGE, costUsd: 0.01 } }));
      return null;
    },
  }));

describe("the control arm", () => {
  it("asks everybody at once before round 1, without anything of the others", () => {
    const step = stepOf(PLAN, running(PLAN), "turns");
    expect([step.phase, step.order, step.expected]).toEqual(["blind", "parallel", 2]);
    expect(step.turns.map((t) => [t.id, t.participantId, t.phase, t.round, t.sees])).toEqual([
      ["g1-r0-t1", "p1", "blind", 0, { round: 0, index: 0, count: 0 }],
      ["g1-r0-t2", "p2", "blind", 0, { round: 0, index: 0, count: 0 }],
    ]);
  });

  it("asks for ballots by the bench and in the orders of the final ones", () => {
    const panel = ["a", "b"].map((model) => ({ provider: "demo", model }));
    const plan = { ...PLAN, panel };
    const { acts } = stepOf(plan, answered(plan, running(plan)), "acts");
    expect(acts.map(({ id }) => id)).toEqual([
      "g1-r0-b1-given",
      "g1-r0-b1-reversed",
      "g1-r0-b2-given",
      "g1-r0-b2-reversed",
    ]);
    expect(acts.every(({ name, dispensable }) => name === "castBallot" && dispensable !== undefined)).toBe(true);
  });

  it("counts what it cost, and no answer of it as a turn of the debate", () => {
    const state = ruled(PLAN, answered(PLAN, running(PLAN)), { given: false, reversed: false });
    expect(state.participants.map((p) => p.spend.calls)).toEqual([1, 1]);
    expect([state.judge.calls, state.wholeTurns, state.taken]).toEqual([2, 0, []]);
    const round1 = reduce(state, event("round.started", { round: 1 }));
    expect(round1.degraded).toEqual([]);
    expect(stepOf(PLAN, round1, "turns").turns[0]?.sees).toEqual({ round: 1, index: 1, count: 0 });
    expect(
      concludingCalls(PLAN, round1)
        .flat()
        .map(({ id }) => id),
    ).toEqual(["g1-b1-given", "g1-b1-reversed"]);
  });

  it("is shown to nobody who speaks later", () => {
    const turn = { id: "g1-r0-t1", round: 0, index: 1, phase: "blind", status: "whole" } as Turn;
    expect(visibleTurns([turn], { round: 1, index: 2, count: 0 })).toEqual([]);
  });

  it("lets the debate begin without a ballot that failed, and says so where an order has none", () => {
    const state = ruled(PLAN, answered(PLAN, running(PLAN)), { given: true });
    expect(next(PLAN, state)).toMatchObject({ kind: "beginRound", round: 1 });
    const { degraded } = reduce(state, event("round.started", { round: 1 }));
    expect(degraded.map((d) => d.what)).toEqual([
      expect.stringContaining("the ballot (reversed order)"),
      expect.stringContaining("the control arm"),
    ]);
  });

  it("asks for no ballot where fewer than two have answered", () => {
    const state = answered(PLAN, running(PLAN), ["p2"]);
    expect(next(PLAN, state)).toMatchObject({ kind: "beginRound", round: 1 });
    const { degraded } = reduce(state, event("round.started", { round: 1 }));
    expect(degraded).toMatchObject([{ why: "fewer than two participants answered alone" }]);
  });

  it("is left out where there is no judge any more", () => {
    expect(next(PLAN, { ...running(PLAN), withoutJudge: true })).toMatchObject({ kind: "beginRound", round: 1 });
  });

  it("begins anew with a reset", () => {
    const state = answered(PLAN, running(PLAN));
    const data = { status: "configuring", phase: null, round: 0, pausing: false, by: "reset" } as const;
    const again = reduce(state, event("debate.status", data));
    expect(stepOf(PLAN, { ...again, status: "running" }, "turns").turns.map(({ id }) => id)).toEqual([
      "g2-r0-t1",
      "g2-r0-t2",
    ]);
  });

  it("belongs to no debate that did not ask for it", () => {
    const plan = planFor({ maxRounds: 1 });
    expect(next(plan, running(plan)).kind).toBe("beginRound");
  });
});

describe("skipIfUnanimous", () => {
  const plan: DebatePlan = { ...PLAN, skipIfUnanimous: true };
  const ready = () => answered(plan, running(plan));

  it("ends the debate before round 1 when every ballot finds all of one answer, without another ballot", () => {
    const state = ruled(plan, ready(), { given: true, reversed: true });
    const step = stepOf(plan, state, "conclude");
    expect(step).toEqual({
      kind: "conclude",
      endedBy: "convergence",
      act: { id: "g1-verdict", name: "countBallots", by: "service" },
    });
    const concluding = { ...state, status: "concluding", endedBy: "convergence" } as const;
    expect(next(plan, concluding)).toEqual(step);
  });

  it("holds the debate when one ballot finds otherwise, or an order has none", () => {
    expect(next(plan, ruled(plan, ready(), { given: true, reversed: false })).kind).toBe("beginRound");
    expect(next(plan, ruled(plan, ready(), { given: true })).kind).toBe("beginRound");
  });

  it("ends nothing where it was not asked for", () => {
    expect(next(PLAN, ruled(PLAN, answered(PLAN, running(PLAN)), { given: true, reversed: true })).kind).toBe(
      "beginRound",
    );
  });
});
