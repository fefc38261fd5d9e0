import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { concludingCalls } from "../../../domain/play/budget/concluding.ts";
import { reduce } from "../../../domain/play/state/reduce.ts";
import { dialectic } from "../../../domain/rules/protocols/dialectic.protocol.ts";
import { NO_DIALECTIC } from "../../../domain/rules/protocols/dialectic-state.ts";
import { initialState } from "../../../domain/rules/protocols/initial-state.ts";
import type { DialecticPlan } from "../../../domain/shapes/plan/plan.ts";
import type { DebateState } from "../../../domain/shapes/state/state.ts";
import type { TurnSpec } from "../../../domain/shapes/state/steps.ts";
import { dialecticPlan, type Outcomes, playDialectic } from "../../support/debates/dialectic.ts";
import { runs } from "../../support/debates/runs.ts";
import { event } from "../../support/random/event.ts";

const told = (turns: TurnSpec[]) =>
  turns.map((t) => [t.id, t.participantId, t.phase, ...(t.targetId ? [`on ${t.targetId}`] : [])].join(" "));
const phasesOf = (run: ReturnType<typeof playDialectic>) =>
  run.events.flatMap((e) => (e.type === "phase.started" ? [`${e.data.round} ${e.data.phase} ${e.data.expected}`] : []));
const ending = (rules: Partial<DialecticPlan>, confidence: (round: number) => number, more: object = {}) => {
  const run = playDialectic(dialecticPlan({ maxRounds: 4, rules, ...more }), { confidence });
  return [run.state.round, run.conclusion.endedBy];
};

describe("a dialectic debate of 3 agents and 2 rounds", () => {
  const run = playDialectic(dialecticPlan({ speakers: 3, maxRounds: 2 }));

  it("takes 3 + 6 + 3 turns, then no proposals, 6 + 3, and one synthesis", () => {
    expect(phasesOf(run)).toEqual([
      "1 proposing 3",
      "1 critiquing 6",
      "1 refining 3",
      "2 proposing 0",
      "2 critiquing 6",
      "2 refining 3",
    ]);
    expect(run.turns).toHaveLength(3 + 6 + 3 + 6 + 3);
    expect(run.conclusion).toEqual({
      kind: "conclude",
      endedBy: "limit",
      act: { id: "g1-solution", name: "synthesizeSolution", by: "judge" },
    });
  });

  it("has every agent criticise every other's proposal of round 1, and its refinement in round 2", () => {
    expect(told(run.turns.filter((t) => t.round === 1))).toEqual([
      "g1-r1-t1 p1 proposal",
      "g1-r1-t2 p2 proposal",
      "g1-r1-t3 p3 proposal",
      "g1-r1-t4 p1 critique on g1-r1-t2",
      "g1-r1-t5 p1 critique on g1-r1-t3",
      "g1-r1-t6 p2 critique on g1-r1-t1",
      "g1-r1-t7 p2 critique on g1-r1-t3",
      "g1-r1-t8 p3 critique on g1-r1-t1",
      "g1-r1-t9 p3 critique on g1-r1-t2",
      "g1-r1-t10 p1 refinement",
      "g1-r1-t11 p2 refinement",
      "g1-r1-t12 p3 refinement",
    ]);
    expect(told(run.turns.filter((t) => t.round === 2)).slice(0, 2)).toEqual([
      "g1-r2-t4 p1 critique on g1-r1-t11",
      "g1-r2-t5 p1 critique on g1-r1-t12",
    ]);
  });

  it("shows the turns of a phase what stands before the phase, and nothing of it", () => {
    const seen = new Map(run.turns.map((t) => [`${t.round} ${t.phase}`, t.sees]));
    expect([...seen]).toEqual([
      ["1 proposal", { round: 1, index: 1, count: 0 }],
      ["1 critique", { round: 1, index: 4, count: 3 }],
      ["1 refinement", { round: 1, index: 10, count: 9 }],
      ["2 critique", { round: 2, index: 4, count: 12 }],
      ["2 refinement", { round: 2, index: 10, count: 18 }],
    ]);
  });

  it("takes all turns of a phase at once", () => {
    const steps = run.steps.filter((s) => s.kind === "turns");
    expect(steps.map((s) => [s.order, s.turns.length])).toEqual([3, 6, 3, 6, 3].map((n) => ["parallel", n]));
  });
});

describe("how a dialectic debate ends", () => {
  it("runs all rounds without asking the judge when the termination is fixed", () => {
    const run = playDialectic(dialecticPlan({ maxRounds: 3 }), { confidence: () => 100 });
    expect([run.state.round, run.conclusion.endedBy]).toEqual([3, "limit"]);
    expect(phasesOf(run).filter((p) => p.includes("evaluating"))).toEqual([]);
  });

  it("ends by convergence at the threshold, by the judge when quality was asked for, and not a point below", () => {
    const at80 = (round: number) => (round === 2 ? 80 : 0);
    expect(ending({ termination: { type: "convergence", threshold: 80 } }, at80)).toEqual([2, "convergence"]);
    expect(ending({ termination: { type: "quality", threshold: 80 } }, at80)).toEqual([2, "judge"]);
    expect(ending({ termination: { type: "quality", threshold: 80.5 } }, at80)).toEqual([4, "limit"]);
  });

  it("does not end before minRounds", () => {
    const termination = { type: "convergence" as const, threshold: 80 };
    expect(ending({ termination }, () => 100, { minRounds: 3 })).toEqual([3, "convergence"]);
  });

  it("goes straight to the solution once its owner has stopped it", () => {
    const run = playDialectic(dialecticPlan({ speakers: 3 }), { stops: (n) => n === 3 });
    expect(run.turns).toHaveLength(9);
    expect(run.conclusion).toMatchObject({ endedBy: "owner", act: { name: "synthesizeSolution" } });
  });
});

describe("summaries", () => {
  const long = { turn: (t: TurnSpec) => (t.participantId === "p1" && t.phase !== "critique" ? 2_400 : 100) };
  const acts = (run: ReturnType<typeof playDialectic>) =>
    run.steps.flatMap((s) => (s.kind === "acts" && s.phase === "summarizing" ? s.acts.map((a) => a.id) : []));

  const ofAgents = (run: ReturnType<typeof playDialectic>) => acts(run).filter((id) => !id.endsWith("-judge"));

  it("are made for an agent once its proposals, refinements and critiques received reach the threshold", () => {
    const one = playDialectic(dialecticPlan({ maxRounds: 2 }), { turn: long.turn });
    expect(ofAgents(one)).toEqual([]);
    expect(one.state.dialectic?.views).toMatchObject({ p1: 3 * 2_400 + 2 * 100, p2: 3 * 100 + 2 * 100 });
    const exactly = { rules: { summaries: { threshold: 2 * 2_400 + 100, maxLength: 1_000 } }, maxRounds: 2 };
    const run = playDialectic(dialecticPlan(exactly), long);
    expect(ofAgents(run)).toEqual(["g1-r2-summary-1"]);
    expect(phasesOf(run)).toContain("2 summarizing 1");
    const shown = run.turns.filter((t) => t.round === 2).map((t) => [t.participantId, t.summary]);
    const summary = { id: "g1-r2-summary-1", round: 2 };
    expect(shown).toEqual([
      ["p1", summary],
      ["p2", undefined],
      ["p1", summary],
      ["p2", undefined],
    ]);
    expect(run.state.dialectic?.views["p1"]).toBe(1_000 + 100 + 2_400);
  });

  it("that fail leave the full history, are named as lost, and are tried again in the next round only", () => {
    const rules = { summaries: { threshold: 1_000, maxLength: 500 } };
    const run = playDialectic(dialecticPlan({ maxRounds: 3, rules }), { turn: long.turn, summary: () => null });
    expect(acts(run)).toEqual(["g1-r2-summary-1", "g1-r3-summary-1", "g1-r3-summary-judge"]);
    expect(run.turns.every((t) => t.summary === undefined)).toBe(true);
    expect(run.state.degraded).toHaveLength(3);
    expect(run.state.degraded[0]).toMatchObject({ participantId: "p1", round: 2, why: "scripted" });
    expect(run.state.degraded[0]?.what).toContain("Speaker 1");
  });

  it("are not made when prompts show no history", () => {
    const rules = { includeFullHistory: false, summaries: { threshold: 1, maxLength: 500 } };
    expect(acts(playDialectic(dialecticPlan({ maxRounds: 3, rules }), long))).toEqual([]);
  });
});

describe("the judge's summary", () => {
  const play = (summaries: DialecticPlan["summaries"], outcomes: Outcomes = {}, more: object = {}) =>
    playDialectic(dialecticPlan({ maxRounds: 1, rules: { summaries, ...more } }), outcomes);
  const ofJudge = (run: ReturnType<typeof playDialectic>) =>
    run.steps.flatMap((s) => (s.kind === "acts" ? s.acts.filter((act) => act.by === "judge") : []));
  const ALL = 2 * 3 * 100;

  it("is made of all turns once they reach the threshold, before the solution", () => {
    expect(ofJudge(play({ threshold: ALL + 1, maxLength: 100 }))).toEqual([]);
    const run = play({ threshold: ALL, maxLength: 100 });
    expect(ofJudge(run)).toMatchObject([{ id: "g1-r1-summary-judge", name: "summarizePerspective" }]);
    expect(run.steps.slice(-2).map((s) => s.kind)).toEqual(["acts", "conclude"]);
    expect(phasesOf(run).at(-1)).toBe("1 summarizing 1");
    expect(run.state.dialectic?.summaries).toEqual({ _judge: { id: "g1-r1-summary-judge", round: 1 } });
  });

  it("that fails is named as lost and not asked for again", () => {
    const run = play({ threshold: 1, maxLength: 100 }, { summary: () => null });
    expect(ofJudge(run)).toHaveLength(1);
    expect(run.state.degraded).toEqual([
      { what: "the summary of all turns for the judge: it reads them whole", why: "scripted", round: 1 },
    ]);
    expect(run.conclusion.act.name).toBe("synthesizeSolution");
  });

  it("is made of what there is when the debate was stopped", () => {
    const run = play({ threshold: 1, maxLength: 100 }, { stops: (n) => n === 2 });
    expect([run.conclusion.endedBy, ofJudge(run).length]).toEqual(["owner", 1]);
  });

  it("is not made when summaries are off for the debate, nor when prompts show no history", () => {
    const off = { threshold: null, maxLength: 100, byAgent: { p1: { threshold: 1, maxLength: 100 } } };
    expect(ofJudge(play(off))).toEqual([]);
    expect(ofJudge(play({ threshold: 1, maxLength: 100 }, {}, { includeFullHistory: false }))).toEqual([]);
  });

  it("stands in the conclusion that a budget keeps money for, with the solution after it", () => {
    const plan = dialecticPlan({ rules: { summaries: { threshold: 1, maxLength: 100 } } });
    const begun = reduce(initialState(plan), event("round.started", { round: 1 }));
    const said: DebateState = { ...begun, dialectic: { ...NO_DIALECTIC, views: { _judge: 5 } } };
    const ids = (state: DebateState) => concludingCalls(plan, state).map((calls) => calls.map(({ id }) => id));
    expect(ids(said)).toEqual([["g1-r1-summary-judge"], ["g1-solution"]]);
    expect(ids({ ...said, dialectic: NO_DIALECTIC })).toEqual([["g1-solution"]]);
  });
});

describe("a dialectic debate that loses something", () => {
  it("leaves out whoever has failed, and nobody else changes places", () => {
    const plan = dialecticPlan({ speakers: 3, maxRounds: 1 });
    const begun = reduce(initialState(plan), event("round.started", { round: 1 }));
    const participants = begun.participants.map((p) => (p.id === "p2" ? { ...p, status: "failed" as const } : p));
    const step = dialectic.step(plan, { ...begun, participants });
    expect(step?.kind === "turns" && told(step.turns)).toEqual(["g1-r1-t1 p1 proposal", "g1-r1-t3 p3 proposal"]);
  });

  it("has nobody criticise or refine a proposal that never came", () => {
    const run = playDialectic(dialecticPlan({ speakers: 3, maxRounds: 1 }), {
      turn: (t) => (t.id === "g1-r1-t2" ? null : 10),
    });
    const later = run.turns.filter((t) => t.phase !== "proposal");
    expect(later.filter((t) => t.targetId === "g1-r1-t2")).toEqual([]);
    expect(later.filter((t) => t.phase === "refinement").map((t) => t.participantId)).toEqual(["p1", "p3"]);
  });

  it("says so when it is asked without its rules", () => {
    const { dialectic: _rules, ...plan } = dialecticPlan();
    expect(() => dialectic.step(plan, initialState(plan))).toThrow("rules");
  });
});

describe("every dialectic debate", () => {
  it("takes legal steps only, ends within its rounds and repeats from its events, whatever happens", () => {
    const chance = fc.infiniteStream(fc.nat(99));
    const rules = fc.record({
      termination: fc.record({
        type: fc.constantFrom("fixed" as const, "convergence" as const, "quality" as const),
        threshold: fc.nat(100),
      }),
      includeFullHistory: fc.boolean(),
      summaries: fc.constantFrom({ threshold: 300, maxLength: 100 }, { threshold: 5_000, maxLength: 2_500 }),
    });
    const shape = fc.record({
      speakers: fc.integer({ min: 2, max: 8 }),
      maxRounds: fc.integer({ min: 1, max: 4 }),
      minRounds: fc.integer({ min: 1, max: 4 }),
      rules,
    });
    fc.assert(
      fc.property(shape, chance, fc.nat(40), (changes, stream, stopAt) => {
        const draw = () => stream.next().value as number;
        const outcomes: Outcomes = {
          turn: () => (draw() < 10 ? null : draw() * 20),
          summary: () => (draw() < 30 ? null : 100),
          confidence: draw,
          stops: (n) => n === stopAt,
          interrupts: () => draw() < 5,
        };
        const plan = dialecticPlan(changes);
        const run = playDialectic(plan, outcomes);
        expect(run.state.round).toBeLessThanOrEqual(plan.maxRounds);
        expect(new Set(run.turns.map((t) => t.id)).size).toBe(run.turns.length);
        expect(run.events.reduce(reduce, initialState(plan))).toEqual(run.state);
        checkTargets(run);
        const { endedBy } = run.conclusion;
        if (endedBy === "convergence" || endedBy === "judge")
          expect(run.state.round).toBeGreaterThanOrEqual(plan.minRounds);
        if (endedBy === "limit") expect(run.state.round).toBe(plan.maxRounds);
      }),
      { numRuns: runs(1_000) },
    );
  });
});

/** Every critique is about somebody else's whole turn that its critic could see; horizons count what stands there. */
function checkTargets({ turns, events }: ReturnType<typeof playDialectic>): void {
  const whole = new Set(
    events.flatMap((e) => (e.type === "turn.completed" && e.data.turn.status === "whole" ? [e.data.turnId] : [])),
  );
  const byId = new Map(turns.map((t) => [t.id, t]));
  const before = (a: TurnSpec, { round, index }: TurnSpec["sees"]) =>
    a.round < round || (a.round === round && a.index < index);
  for (const turn of turns) {
    expect(turn.phase === "critique").toBe(turn.targetId !== undefined);
    const target = byId.get(turn.targetId ?? "");
    if (!target) continue;
    expect(target.participantId).not.toBe(turn.participantId);
    expect(whole.has(target.id)).toBe(true);
    expect(before(target, turn.sees)).toBe(true);
  }
}
