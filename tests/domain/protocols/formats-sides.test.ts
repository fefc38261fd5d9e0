import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reduce } from "../../../domain/play/state/reduce.ts";
import { initialState } from "../../../domain/rules/protocols/initial-state.ts";
import { next } from "../../../domain/rules/protocols/registry.protocol.ts";
import type { DebatePlan } from "../../../domain/shapes/plan/plan.ts";
import { runs } from "../../support/debates/runs.ts";
import { drive } from "../../support/random/drive.ts";
import { event } from "../../support/random/event.ts";
import { planFor } from "../../support/random/plans.ts";

type Format = "oxford" | "lincoln-douglas" | "roundtable";

function planOfSides(format: Format, sides: ("for" | "against" | "neutral")[], changes: Partial<DebatePlan> = {}) {
  const plan = planFor({ format, judging: "final-only", speakers: sides.length, ...changes });
  return { ...plan, participants: plan.participants.map((p, i) => ({ ...p, side: sides[i]! })) };
}

const orders = (plan: DebatePlan) => {
  const { turns } = drive(plan);
  const rounds = Map.groupBy(turns, (t) => t.round);
  return [...rounds.values()].map((round) => round.map((t) => `${t.participantId} ${t.phase}`).join(", "));
};

describe("oxford", () => {
  it.each([
    [["for", "against"], "p1 p2"],
    [["against", "for"], "p2 p1"],
    [["for", "for", "against", "against"], "p1 p3 p2 p4"],
    [["against", "against", "for", "for"], "p3 p1 p4 p2"],
    [["for", "against", "for"], "p1 p2 p3"],
    [["against", "for", "against"], "p2 p1 p3"],
  ] as const)("lets the sides %j speak by turns, for first: %s", (sides, order) => {
    const { turns } = drive(planOfSides("oxford", [...sides], { maxRounds: 2 }));
    for (const round of [1, 2])
      expect(
        turns
          .filter((t) => t.round === round)
          .map((t) => t.participantId)
          .join(" "),
      ).toBe(order);
  });

  it.each([2, 3, 5, 10])("opens, rebuts and closes in %i rounds", (maxRounds) => {
    const { turns, endedBy } = drive(planOfSides("oxford", ["for", "against"], { maxRounds }));
    const phases = [...new Map(turns.map((t) => [t.round, t.phase])).values()];
    expect(phases).toEqual(["opening", ...Array(maxRounds - 2).fill("rebuttal"), "closing"]);
    expect(endedBy).toBe("limit");
  });

  it("is voted on before round 1 and after the last round, and at no other time", () => {
    const { steps, state } = drive(planOfSides("oxford", ["for", "against"], { maxRounds: 2 }));
    const story = steps.flatMap((s) =>
      s.kind === "acts" ? s.acts.map((a) => a.id) : s.kind === "turns" ? [] : [s.kind],
    );
    expect(story).toEqual([
      "g1-vote-before",
      "beginRound",
      "endRound",
      "beginRound",
      "endRound",
      "g1-vote-after",
      "conclude",
    ]);
    expect(state.votes.map((v) => v.when)).toEqual(["before", "after"]);
    expect(state.judge.calls).toBe(2);
  });

  it("is assessed every round when it asks for that", () => {
    const { state } = drive(planOfSides("oxford", ["for", "against"], { maxRounds: 3, judging: "every-round" }));
    expect(state.assessments.map((a) => a.round)).toEqual([1, 2, 3]);
  });

  it("is voted on once more when its owner stops it after something was said, and not before", () => {
    const plan = planOfSides("oxford", ["for", "against"]);
    const stop = event("debate.status", {
      status: "concluding",
      phase: null,
      round: 1,
      pausing: false,
      by: "stop",
      endedBy: "owner",
    });
    const begun = reduce(initialState(plan), event("round.started", { round: 1 }));
    expect(next(plan, reduce(begun, stop)).kind).toBe("conclude");
    const spoken = { ...begun, wholeTurns: 1 };
    expect(next(plan, reduce(spoken, stop))).toMatchObject({ kind: "acts", acts: [{ id: "g1-vote-after" }] });
  });
});

describe("lincoln-douglas", () => {
  const first = (aff: string, neg: string) =>
    [
      `${aff} constructive, ${neg} cross-question, ${aff} cross-answer`,
      `${neg} constructive, ${aff} cross-question, ${neg} cross-answer`,
    ].join(", ");

  it.each([2, 3, 5, 10])("has cases, rebuttals and the affirmative's last word in %i rounds", (maxRounds) => {
    expect(orders(planOfSides("lincoln-douglas", ["for", "against"], { maxRounds }))).toEqual([
      first("p1", "p2"),
      ...Array(maxRounds - 2).fill("p1 rebuttal, p2 rebuttal"),
      "p2 closing, p1 closing",
    ]);
  });

  it("goes by the sides, not by the order of the request", () => {
    expect(orders(planOfSides("lincoln-douglas", ["against", "for"], { maxRounds: 2 }))).toEqual([
      first("p2", "p1"),
      "p1 closing, p2 closing",
    ]);
  });

  it("addresses questions to whoever made the case, and answers to whoever asked", () => {
    const { turns } = drive(planOfSides("lincoln-douglas", ["for", "against"], { maxRounds: 2 }));
    expect(turns.slice(0, 6).map((t) => t.targetId)).toEqual([undefined, "p1", "p2", undefined, "p2", "p1"]);
  });
});

describe("roundtable", () => {
  it.each([2, 3, 4, 8])("moves the order of %i speakers on by one each round", (speakers) => {
    const plan = planOfSides("roundtable", Array(speakers).fill("neutral"), { maxRounds: 10 });
    const { turns } = drive(plan);
    for (let round = 1; round <= 10; round++) {
      const order = turns.filter((t) => t.round === round).map((t) => t.participantId);
      expect(order).toEqual(Array.from({ length: speakers }, (_, i) => `p${((round - 1 + i) % speakers) + 1}`));
    }
  });

  it("ends with closing remarks", () => {
    const plan = planOfSides("roundtable", ["for", "against", "neutral"], { maxRounds: 3 });
    const phases = [...new Map(drive(plan).turns.map((t) => [t.round, t.phase])).values()];
    expect(phases).toEqual(["opening", "response", "closing"]);
  });
});

describe("a debate with sides, whatever its size", () => {
  const sizes: Record<Format, [min: number, max: number]> = {
    oxford: [2, 4],
    "lincoln-douglas": [2, 2],
    roundtable: [2, 8],
  };
  const debates = fc.constantFrom<Format>("oxford", "lincoln-douglas", "roundtable").chain((format) =>
    fc.record({
      format: fc.constant(format),
      speakers: fc.integer({ min: sizes[format][0], max: sizes[format][1] }),
      flipped: fc.boolean(),
      maxRounds: fc.integer({ min: 2, max: 10 }),
      judging: fc.constantFrom("every-round" as const, "final-only" as const),
      goesOn: fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }),
    }),
  );

  it("runs all its rounds, lets nobody speak twice out of turn, and repeats from its events", () => {
    fc.assert(
      fc.property(debates, ({ format, speakers, flipped, maxRounds, judging, goesOn }) => {
        const sides = Array.from({ length: speakers }, (_, i) =>
          (i % 2 === 0) === flipped ? ("against" as const) : ("for" as const),
        );
        const plan = planOfSides(format, sides, { maxRounds, judging });
        const { state, turns, events, endedBy } = drive(plan, (round) => ({ shouldContinue: goesOn[round - 1]! }));
        expect([state.round, endedBy]).toEqual([maxRounds, "limit"]);
        expect(new Set(turns.map((t) => t.id)).size).toBe(turns.length);
        // In one phase of a round everybody speaks once at most.
        const places = turns.map((t) => `${t.round} ${t.phase} ${t.participantId}`);
        expect(new Set(places).size).toBe(places.length);
        const perRound = (round: number) => (format === "lincoln-douglas" && round === 1 ? 6 : speakers);
        for (let round = 1; round <= maxRounds; round++)
          expect(turns.filter((t) => t.round === round)).toHaveLength(perRound(round));
        expect(turns.map((t) => t.sees.count)).toEqual(turns.map((_, i) => i));
        expect(events.reduce(reduce, initialState(plan))).toEqual(state);
      }),
      { numRuns: runs(1_000) },
    );
  });
});
