/** Rounds in which everybody repeats, as the code measures it, end the debates that may end early. */
import { describe, expect, it } from "vitest";
import { reduce } from "../../../domain/play/state/reduce.ts";
import { initialState } from "../../../domain/rules/protocols/initial-state.ts";
import { next } from "../../../domain/rules/protocols/registry.protocol.ts";
import type { DebatePlan } from "../../../domain/shapes/plan/plan.ts";
import type { DebateState } from "../../../domain/shapes/state/state.ts";
import type { TurnSpec } from "../../../domain/shapes/state/steps.ts";
import { dialecticPlan, playDialectic } from "../../support/debates/dialectic.ts";
import { CALM, completed, drive } from "../../support/random/drive.ts";
import { event } from "../../support/random/event.ts";
import { failedTurn } from "../../support/random/outcomes.ts";
import { planFor, skepticPlan } from "../../support/random/plans.ts";

const none = () => ({});
const from = (round: number) => (turn: TurnSpec) => turn.round >= round;

function ended(plan: DebatePlan, repeats: (turn: TurnSpec) => boolean) {
  const { state, endedBy, convergedBy } = drive(plan, none, none, repeats);
  return [state.round, endedBy, convergedBy];
}

describe("two rounds running in which everybody repeats", () => {
  const free = (changes: Partial<DebatePlan> = {}) => planFor({ format: "free-form", maxRounds: 6, ...changes });

  it.each(["every-round", "final-only"] as const)("end a free-form debate whose judging is %s", (judging) => {
    expect(ended(free({ judging }), from(2))).toEqual([3, "convergence", "code"]);
  });

  it("end a convergence-seeking debate, assessed or not", () => {
    const seeking = { format: "convergence-seeking", fadingRounds: 2, maxRounds: 6 };
    expect(ended(planFor(seeking), from(2))).toEqual([3, "convergence", "code"]);
    expect(ended(planFor({ ...seeking, judging: "final-only" }), from(2))).toEqual([3, "convergence", "code"]);
  });

  it("bring the closing statements of structured rounds forward", () => {
    const plan = planFor({ format: "structured-rounds", maxRounds: 8, judging: "final-only" });
    const { turns, state, endedBy, convergedBy } = drive(plan, none, none, (turn) => [3, 4].includes(turn.round));
    expect(turns.filter(({ phase }) => phase === "closing").map(({ round }) => round)).toEqual([5, 5]);
    expect([state.round, endedBy, convergedBy]).toEqual([5, "convergence", "code"]);
  });

  it("leave an end of structured rounds to the judge who said stop in the same round, and to the limit", () => {
    const plan = planFor({ format: "structured-rounds", maxRounds: 8 });
    const { state, endedBy } = drive(plan, () => ({ shouldContinue: false }), none, from(2));
    expect([state.round, endedBy]).toEqual([3, "judge"]);
    expect(ended(planFor({ format: "structured-rounds", maxRounds: 4 }), from(2))).toEqual([4, "limit", undefined]);
  });

  it("end a proposer–skeptic debate whose skeptic is never content", () => {
    expect(ended(skepticPlan({ maxRounds: 6 }), from(3))).toEqual([4, "convergence", "code"]);
  });

  it("end a dialectic debate that may end early, and not one of a fixed number of rounds", () => {
    const play = (type: "fixed" | "convergence" | "quality") => {
      const plan = dialecticPlan({ maxRounds: 5, rules: { termination: { type, threshold: 80 } } });
      const { state, conclusion } = playDialectic(plan, { repeats: from(2) });
      return [state.round, conclusion.endedBy, conclusion.convergedBy];
    };
    expect(play("convergence")).toEqual([3, "convergence", "code"]);
    expect(play("quality")).toEqual([3, "convergence", "code"]);
    expect(play("fixed")).toEqual([5, "limit", undefined]);
  });

  it.each(["round-limited", "oxford", "lincoln-douglas", "roundtable"])("change nothing in %s", (format) => {
    expect(ended(planFor({ format, maxRounds: 5 }), from(1))).toEqual([5, "limit", undefined]);
  });

  it("end nothing before minRounds, and then at once", () => {
    expect(ended(free({ minRounds: 5 }), from(2))).toEqual([5, "convergence", "code"]);
  });

  it("are not two that are apart, nor two in which somebody says something new", () => {
    expect(ended(free(), (turn) => [2, 4].includes(turn.round))).toEqual([6, "limit", undefined]);
    expect(ended(free(), (turn) => turn.participantId === "p1")).toEqual([6, "limit", undefined]);
  });

  it("are no reason to end while the consensus is hollow, as a convergence that the judge flags is none", () => {
    const plan = free({ judging: "final-only", poll: "private" });
    const polled = (hollow: boolean): DebateState => ({
      ...initialState(plan),
      status: "running",
      round: 3,
      roundOver: true,
      wholeTurns: 6,
      repetition: [2, 3].map((round) => ({ round, turns: 2, repeating: 2 })),
      polls: { round: 3, taken: [], last: { round: 3, stable: false, hollow } },
    });
    expect(next(plan, polled(true))).toMatchObject({ kind: "beginRound", round: 4 });
    expect(next(plan, polled(false))).toMatchObject({ kind: "conclude", convergedBy: "code" });
  });
});

describe("what the state keeps of repetition", () => {
  const plan = planFor({ format: "free-form" });
  const spec = (round: number, index: number): TurnSpec => ({
    id: `g1-r${round}-t${index}`,
    participantId: `p${index}`,
    round,
    index,
    phase: "response",
    sees: { round, index, count: 0 },
  });
  const assessed = (round: number, repeating: number) => {
    const usage = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, reasoningTokens: 0, calls: 1 };
    const opinion = { round, qualityScore: 7, shouldContinue: true, flags: CALM, usage, costUsd: 0 };
    return event("assessment.completed", { round, assessment: { ...opinion, repeating } });
  };

  it("counts whole turns, those that repeat by their words, and those that the assessment finds by meaning", () => {
    const events = [
      completed(spec(2, 1)),
      completed(spec(2, 2), { repeats: true }),
      failedTurn(spec(2, 3)),
      completed({ ...spec(2, 4), phase: "synthesis" }),
    ];
    const said = events.reduce(reduce, initialState(plan));
    expect(said.repetition).toEqual([{ round: 2, turns: 2, repeating: 1 }]);
    const judged = reduce(said, assessed(2, 2));
    expect(judged.repetition).toEqual([{ round: 2, turns: 2, repeating: 2 }]);
    expect(judged.assessments).toEqual([{ round: 2, qualityScore: 7, shouldContinue: true, flags: CALM }]);
  });

  it("keeps nothing of the first round, in which whoever begins has nothing to repeat", () => {
    const said = reduce(initialState(plan), completed(spec(1, 2), { repeats: true }));
    expect(said.repetition).toBeUndefined();
  });

  it("forgets all but the newest four rounds, and of these the ones in which somebody said something new", () => {
    const kept = (repeats: boolean[]) => {
      const events = repeats.map((each, i) => completed(spec(i + 1, 1), { repeats: each }));
      return events.reduce(reduce, initialState(plan)).repetition?.map(({ round }) => round);
    };
    expect(kept([true, true, true, true, true, true])).toEqual([3, 4, 5, 6]);
    // The round before may still be assessed.
    expect(kept([true, true, true, true, false, true])).toEqual([3, 4, 5, 6]);
    expect(kept([true, true, true, false, true, true])).toEqual([3, 5, 6]);
    expect(kept([false, false, false, false, false])).toEqual([4, 5]);
  });
});
