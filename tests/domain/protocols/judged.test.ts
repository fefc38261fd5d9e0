import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reduce } from "../../../domain/play/state/reduce.ts";
import { FORMATS_BY_NAME } from "../../../domain/rules/formats/registry.format.ts";
import { initialState } from "../../../domain/rules/protocols/initial-state.ts";
import { next } from "../../../domain/rules/protocols/registry.protocol.ts";
import { FORMATS } from "../../../domain/shapes/format-names.ts";
import type { DebatePlan } from "../../../domain/shapes/plan/plan.ts";
import type { AssessmentDigest } from "../../../domain/shapes/state/state.ts";
import { runs } from "../../support/debates/runs.ts";
import { CALM, completed, drive } from "../../support/random/drive.ts";
import { event } from "../../support/random/event.ts";
import { planFor } from "../../support/random/plans.ts";

const who = (turns: { round: number; participantId: string; phase: string }[]) =>
  turns.map((t) => `${t.round} ${t.participantId} ${t.phase}`);

describe("round-limited", () => {
  it("runs exactly its rounds, whatever the judge says", () => {
    const { turns, endedBy, state } = drive(planFor({ maxRounds: 2 }), () => ({ shouldContinue: false }));
    expect(who(turns)).toEqual(["1 p1 response", "1 p2 response", "2 p1 response", "2 p2 response"]);
    expect(endedBy).toBe("limit");
    expect(state.assessments.map((a) => a.round)).toEqual([1, 2]);
  });

  it("takes turns one after the other, each seeing all said before", () => {
    const { turns } = drive(planFor({ maxRounds: 1, speakers: 3 }));
    expect(turns.map((t) => t.sees)).toEqual([
      { round: 1, index: 1, count: 0 },
      { round: 1, index: 2, count: 1 },
      { round: 1, index: 3, count: 2 },
    ]);
  });

  it("lets simultaneous speakers see only the rounds before", () => {
    const { turns, steps } = drive(planFor({ maxRounds: 2, mode: "simultaneous" }));
    expect(turns.map((t) => t.sees)).toEqual(
      [1, 1, 2, 2].map((round) => ({ round, index: 0, count: (round - 1) * 2 })),
    );
    const orders = steps.flatMap((s) => (s.kind === "turns" ? [`${s.order} ${s.turns.length}`] : []));
    expect(orders).toEqual(["parallel 2", "parallel 2"]);
  });

  it("rests before every round but the first", () => {
    const plan = planFor({ maxRounds: 3 });
    const { steps } = drive({ ...plan, durations: { ...plan.durations, roundDelay: 1_000 } });
    expect(steps.flatMap((s) => (s.kind === "beginRound" ? [s.afterMs] : []))).toEqual([0, 1_000, 1_000]);
  });

  it("is judged once, at the end, when it asks for that", () => {
    const { steps } = drive(planFor({ maxRounds: 2, judging: "final-only" }));
    expect(steps.some((s) => s.kind === "acts")).toBe(false);
    expect(steps.at(-1)).toMatchObject({ kind: "conclude", endedBy: "limit" });
  });
});

describe("free-form", () => {
  it("ends when the judge says stop", () => {
    const plan = planFor({ format: "free-form", maxRounds: 10 });
    const { state, endedBy } = drive(plan, (round) => ({ shouldContinue: round < 3 }));
    expect([state.round, endedBy]).toEqual([3, "judge"]);
  });

  it("does not listen to the judge before minRounds", () => {
    const plan = planFor({ format: "free-form", maxRounds: 10, minRounds: 4 });
    expect(drive(plan, () => ({ shouldContinue: false })).state.round).toBe(4);
  });

  it("ends at the limit when the judge never stops it", () => {
    const { state, endedBy } = drive(planFor({ format: "free-form", maxRounds: 4 }));
    expect([state.round, endedBy]).toEqual([4, "limit"]);
  });
});

describe("structured-rounds", () => {
  const phases = (turns: { phase: string; round: number }[]) => [
    ...new Map(turns.map((t) => [t.round, t.phase])).values(),
  ];

  it("opens, rebuts and closes", () => {
    const { turns, endedBy } = drive(planFor({ format: "structured-rounds", maxRounds: 4 }));
    expect(phases(turns)).toEqual(["opening", "rebuttal", "rebuttal", "closing"]);
    expect(endedBy).toBe("limit");
  });

  it("brings the closing forward when the judge says stop during the rebuttals", () => {
    const plan = planFor({ format: "structured-rounds", maxRounds: 6 });
    const { turns, endedBy } = drive(plan, (round) => ({ shouldContinue: round !== 2 }));
    expect(phases(turns)).toEqual(["opening", "rebuttal", "closing"]);
    expect(endedBy).toBe("judge");
  });

  it("does not take a stop in the opening for a stop in the rebuttals", () => {
    const plan = planFor({ format: "structured-rounds", maxRounds: 4 });
    const { turns } = drive(plan, (round) => ({ shouldContinue: round !== 1 }));
    expect(phases(turns)).toEqual(["opening", "rebuttal", "rebuttal", "closing"]);
  });

  it("has no rebuttals when it has two rounds", () => {
    const { turns } = drive(planFor({ format: "structured-rounds", maxRounds: 2 }));
    expect(phases(turns)).toEqual(["opening", "closing"]);
  });

  it("has openings alone when it has one round", () => {
    const { turns, endedBy } = drive(planFor({ format: "structured-rounds", maxRounds: 1 }));
    expect(phases(turns)).toEqual(["opening"]);
    expect(endedBy).toBe("limit");
  });

  it("keeps to its limit when the stop comes in the last rebuttal", () => {
    const plan = planFor({ format: "structured-rounds", maxRounds: 3 });
    const { state, endedBy } = drive(plan, (round) => ({ shouldContinue: round !== 2 }));
    expect([state.round, endedBy]).toEqual([3, "limit"]);
  });
});

describe("convergence-seeking", () => {
  const fades = (changes: Partial<DebatePlan> = {}) =>
    planFor({ format: "convergence-seeking", maxRounds: 10, fadingRounds: 2, ...changes });
  const flagged = { flags: { ...CALM, diminishingReturns: true } };
  const measured = { measured: { diminishingReturns: true } };
  const outcome = (plan: DebatePlan, signals: Record<number, Partial<AssessmentDigest>>) => {
    const { state, endedBy } = drive(plan, (round) => signals[round] ?? {});
    return [state.round, endedBy];
  };

  it("ends on the judge's flag that convergence is reached", () => {
    const reached = { flags: { ...CALM, convergenceReached: true } };
    expect(outcome(fades(), { 2: reached })).toEqual([2, "convergence"]);
  });

  it.each([
    ["flagged twice by the judge", { 3: flagged, 4: flagged }],
    ["measured twice by the code", { 3: measured, 4: measured }],
    ["once flagged and once measured", { 3: flagged, 4: measured }],
  ])("ends on diminishing returns in two rounds running: %s", (_, signals) => {
    expect(outcome(fades(), signals)).toEqual([4, "convergence"]);
  });

  it("ends, whatever the signals, in the first round from minRounds on that has one and follows one", () => {
    const signal = fc.constantFrom({}, flagged, measured, { ...flagged, ...measured });
    fc.assert(
      fc.property(
        fc.array(signal, { minLength: 10, maxLength: 10 }),
        fc.integer({ min: 1, max: 10 }),
        (all, minRounds) => {
          const has = (round: number) => Object.keys(all[round - 1] ?? {}).length > 0;
          const rounds = Array.from({ length: 10 }, (_, i) => i + 1);
          const ends = rounds.find((round) => round >= minRounds && has(round) && has(round - 1));
          const signals = Object.fromEntries(all.map((each, i) => [i + 1, each]));
          expect(outcome(fades({ minRounds }), signals)).toEqual(ends ? [ends, "convergence"] : [10, "limit"]);
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it("goes on after one signal, or two that are a round apart", () => {
    expect(outcome(fades(), { 3: flagged })).toEqual([10, "limit"]);
    expect(outcome(fades(), { 3: flagged, 5: measured, 7: flagged })).toEqual([10, "limit"]);
  });

  it("of the judged formats is the only one that ends on diminishing returns", () => {
    const always = Object.fromEntries([1, 2, 3, 4].map((round) => [round, measured]));
    expect(outcome(fades({ format: "round-limited", maxRounds: 5 }), always)).toEqual([5, "limit"]);
  });

  it("does not end on the judge's stop alone", () => {
    const plan = planFor({ format: "convergence-seeking", maxRounds: 3 });
    const { state, endedBy } = drive(plan, () => ({ shouldContinue: false }));
    expect([state.round, endedBy]).toEqual([3, "limit"]);
  });

  it("waits for minRounds", () => {
    const plan = planFor({ format: "convergence-seeking", maxRounds: 5, minRounds: 3 });
    expect(drive(plan, () => ({ flags: { ...CALM, convergenceReached: true } })).state.round).toBe(3);
  });
});

describe("a judge's word", () => {
  const stop = { shouldContinue: false };
  const measured = { measured: { diminishingReturns: true } };
  const free = (changes: Partial<DebatePlan> = {}) =>
    planFor({ format: "free-form", maxRounds: 10, aloneRounds: 6, ...changes });
  const rounds = (plan: DebatePlan, signals: Record<number, Partial<AssessmentDigest>>) => {
    const { state, endedBy } = drive(plan, (round) => signals[round] ?? {});
    return [state.round, endedBy];
  };
  const running = (from: number, to: number, each: Partial<AssessmentDigest>) =>
    Object.fromEntries(Array.from({ length: to - from + 1 }, (_, i) => [from + i, each]));

  it("that is said once, or for five rounds running, ends no debate", () => {
    expect(rounds(free(), { 3: stop, 5: stop, 6: stop })).toEqual([10, "limit"]);
    expect(rounds(free(), running(2, 6, stop))).toEqual([10, "limit"]);
    const structured = free({ format: "structured-rounds", maxRounds: 5 });
    expect(rounds(structured, { 2: stop })).toEqual([5, "limit"]);
    const reached = { flags: { ...CALM, convergenceReached: true } };
    const seeking = free({ format: "convergence-seeking", fadingRounds: 2 });
    expect(rounds(seeking, { 4: reached, 6: reached })).toEqual([10, "limit"]);
    expect(rounds(seeking, running(3, 7, { flags: { ...CALM, diminishingReturns: true } }))).toEqual([10, "limit"]);
  });

  it("that is said for six rounds running ends one", () => {
    expect(rounds(free(), running(2, 7, stop))).toEqual([7, "judge"]);
    const seeking = free({ format: "convergence-seeking", fadingRounds: 2 });
    const flagged = { flags: { ...CALM, diminishingReturns: true } };
    expect(rounds(seeking, running(3, 8, flagged))).toEqual([8, "convergence"]);
  });

  it("ends one where the code measures it too, in the same round or the one before", () => {
    expect(rounds(free(), { 4: { ...stop, ...measured } })).toEqual([4, "judge"]);
    expect(rounds(free(), { 3: measured, 4: stop })).toEqual([4, "judge"]);
    expect(rounds(free(), { 2: measured, 4: stop })).toEqual([10, "limit"]);
    const structured = free({ format: "structured-rounds" });
    expect(rounds(structured, { 4: { ...stop, ...measured } })).toEqual([5, "judge"]);
    const reached = { flags: { ...CALM, convergenceReached: true } };
    const seeking = free({ format: "convergence-seeking", fadingRounds: 2 });
    expect(rounds(seeking, { 4: { ...reached, ...measured } })).toEqual([4, "convergence"]);
  });

  it("was enough in debates that were configured before", () => {
    expect(rounds(planFor({ format: "free-form", maxRounds: 10 }), { 2: stop })).toEqual([2, "judge"]);
  });
});

describe("every judged format", () => {
  it("ends within its rounds, gives nobody a turn twice, and repeats from its events", () => {
    const flags = fc.record({
      repetitive: fc.boolean(),
      drifting: fc.boolean(),
      diminishingReturns: fc.boolean(),
      convergenceReached: fc.boolean(),
    });
    const judgements = fc.array(
      fc.record({ shouldContinue: fc.boolean(), qualityScore: fc.integer({ min: 0, max: 10 }), flags }),
      {
        minLength: 12,
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(
        // Where all speak once in each round; the others are in formats-sides.test.ts.
        fc.constantFrom(
          ...FORMATS.filter((name) => FORMATS_BY_NAME[name].protocol === "judged" && name !== "lincoln-douglas"),
        ),
        fc.constantFrom("sequential" as const, "simultaneous" as const),
        fc.integer({ min: 2, max: 4 }),
        fc.integer({ min: 2, max: 12 }),
        judgements,
        (format, mode, speakers, maxRounds, verdicts) => {
          const plan = planFor({ format, mode, speakers, maxRounds });
          const { state, turns, events } = drive(plan, (round) => verdicts[round - 1] ?? {});
          expect(state.round).toBeLessThanOrEqual(maxRounds);
          expect(new Set(turns.map((t) => t.id)).size).toBe(turns.length);
          expect(turns.length).toBe(state.round * speakers);
          expect(events.reduce(reduce, initialState(plan))).toEqual(state);
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it("goes straight to the verdict once its owner has stopped it", () => {
    const plan = planFor();
    const begun = reduce(initialState(plan), event("round.started", { round: 1 }));
    const stopped = reduce(
      begun,
      event("debate.status", {
        status: "concluding",
        phase: null,
        round: 1,
        pausing: false,
        by: "stop",
        endedBy: "owner",
      }),
    );
    expect(next(plan, stopped)).toMatchObject({ kind: "conclude", endedBy: "owner" });
  });

  it("takes only the turns that are missing when it goes on in the middle of a round", () => {
    const plan = planFor({ speakers: 3, mode: "simultaneous" });
    const begun = reduce(initialState(plan), event("round.started", { round: 1 }));
    const first = next(plan, begun);
    if (first.kind !== "turns") throw new Error("turns expected");
    const second = first.turns[1];
    if (!second) throw new Error("three turns expected");
    const step = next(plan, reduce(begun, completed(second)));
    expect(step.kind === "turns" && step.turns.map((t) => t.participantId)).toEqual(["p1", "p3"]);
  });

  it("describes itself in the catalogue", () => {
    for (const name of FORMATS) {
      const format = FORMATS_BY_NAME[name];
      expect(format.name).toBe(name);
      expect(format.rounds.default).toBeGreaterThanOrEqual(format.rounds.min);
      expect(format.rounds.default).toBeLessThanOrEqual(format.rounds.max);
      expect(format.rules.length).toBeGreaterThan(40);
    }
  });
});
