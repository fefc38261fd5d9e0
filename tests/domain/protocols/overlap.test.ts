import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reduce } from "../../../domain/play/state/reduce.ts";
import { FORMATS_BY_NAME } from "../../../domain/rules/formats/registry.format.ts";
import { initialState } from "../../../domain/rules/protocols/initial-state.ts";
import { mayWait } from "../../../domain/rules/protocols/overlap.protocol.ts";
import { PROTOCOLS } from "../../../domain/rules/protocols/registry.protocol.ts";
import { FORMATS } from "../../../domain/shapes/format-names.ts";
import type { DebatePlan } from "../../../domain/shapes/plan/plan.ts";
import type { AssessmentDigest, DebateState } from "../../../domain/shapes/state/state.ts";
import type { Step, TurnSpec } from "../../../domain/shapes/state/steps.ts";
import { runs } from "../../support/debates/runs.ts";
import { CALM, completed, drive } from "../../support/random/drive.ts";
import { event } from "../../support/random/event.ts";
import { planFor } from "../../support/random/plans.ts";
import { faultOf, ScriptedDebate } from "../../support/scripted.ts";

const safe = (changes: Parameters<typeof planFor>[0]) => planFor({ overlap: "safe", ...changes });
const beside = (step: Step) => (step.kind === "turns" ? (step.beside ?? []) : []);
/** The rounds that were assessed beside the next one. */
const late = (steps: Step[]) => [...new Set(steps.flatMap(beside).map(({ id }) => Number(/-r(\d+)-/.exec(id)?.[1])))];

describe("an assessment waits for the next round", () => {
  it.each<[string, Parameters<typeof planFor>[0], number[]]>([
    ["in a debate of fixed length, all but the last one", { maxRounds: 4 }, [1, 2, 3]],
    ["where everybody speaks at once", { maxRounds: 4, mode: "simultaneous" }, [1, 2, 3]],
    ["in the usual structured debate, whose closing is its last round anyway", { format: "structured-rounds" }, [1, 2]],
    ["unless a rebuttal may bring the closing forward", { format: "structured-rounds", maxRounds: 6 }, [1, 5]],
    ["while the judge's stop has no effect yet", { format: "free-form", maxRounds: 5, minRounds: 3 }, [1, 2]],
    ["and not where it may end the debate", { format: "free-form", maxRounds: 4 }, []],
    ["and not where common ground may", { format: "convergence-seeking", maxRounds: 4 }, []],
    ["in a roundtable that is assessed", { format: "roundtable", maxRounds: 3 }, [1, 2]],
    ["and not where nobody asked for it", { maxRounds: 4, overlap: undefined }, []],
    ["and not where the judge's failure ends the debate", { maxRounds: 4, policies: policies("end") }, []],
  ])("%s", (_, changes, rounds) => {
    const { steps, state } = drive(safe(changes));
    expect(late(steps)).toEqual(rounds);
    expect(state.assessments.map(({ round }) => round)).toEqual(
      Array.from({ length: changes?.maxRounds ?? 3 }, (__, i) => i + 1),
    );
  });

  it.each<[string, Parameters<typeof planFor>[0]]>([
    ["free-form", { format: "free-form" }],
    ["convergence-seeking", { format: "convergence-seeking" }],
    ["structured-rounds", { format: "structured-rounds" }],
    ["round-limited", {}],
  ])("whatever it may say, where the debate runs ahead of it: %s", (_, changes) => {
    const { steps, state } = drive(planFor({ overlap: "ahead", maxRounds: 5, ...changes }));
    expect(late(steps)).toEqual([1, 2, 3, 4]);
    expect(state.assessments.map(({ round }) => round)).toEqual([1, 2, 3, 4, 5]);
  });

  it("where private answers are given, unless stable stances may end the debate", () => {
    const polled = safe({ maxRounds: 4, poll: "private" });
    const said = { ...initialState(polled), round: 1, taken: [1, 2], wholeTurns: 2 };
    expect(mayWait(PROTOCOLS.judged, polled, said)).toBe(true);
    expect(mayWait(PROTOCOLS.judged, { ...polled, stopWhenStable: true }, said)).toBe(false);
  });

  it("with the first turn, and the turns of its round follow in the same step unless a budget counts them", () => {
    const { steps } = drive(safe({ maxRounds: 2 }));
    expect(steps.flatMap((step) => (step.kind === "turns" ? [beside(step).length] : []))).toEqual([0, 0, 1]);
    const limited = drive(safe({ maxRounds: 2, budget: { maxTokens: 1_000_000 } }));
    expect(limited.steps.flatMap((step) => (step.kind === "turns" ? [beside(step).length] : []))).toEqual([0, 0, 1, 0]);
  });
});

function policies(onJudgeFailure: "ask" | "end"): NonNullable<DebatePlan["policies"]> {
  return { onParticipantFailure: "drop", onContextOverflow: "ask", fallbackJudges: [], onJudgeFailure };
}

/** What the judge says of each round, and which turns repeat. */
const course = fc.array(
  fc.record({
    shouldContinue: fc.boolean(),
    converged: fc.boolean(),
    fades: fc.boolean(),
    repeats: fc.boolean(),
  }),
  { minLength: 8, maxLength: 8 },
);
const judged = FORMATS.filter((name) => FORMATS_BY_NAME[name].protocol === "judged");

const rules = fc.record({
  format: fc.constantFrom(...judged),
  maxRounds: fc.integer({ min: 2, max: 8 }),
  minRounds: fc.integer({ min: 1, max: 8 }),
  mode: fc.constantFrom("sequential" as const, "simultaneous" as const),
  aloneRounds: fc.constantFrom(undefined, 2),
  fadingRounds: fc.constantFrom(undefined, 2),
});
type Rules = typeof rules extends fc.Arbitrary<infer R> ? R : never;
type Course = typeof course extends fc.Arbitrary<infer C> ? C : never;

/** The debate as it goes when the judge finds this of its rounds, by when it is heard. */
function playedAs(overlap: DebatePlan["overlap"], { aloneRounds, fadingRounds, ...chosen }: Rules, rounds: Course) {
  const plan = planFor({ ...chosen, ...(aloneRounds && { aloneRounds }), ...(fadingRounds && { fadingRounds }) });
  const ways = overlap ? { ...plan, overlap } : plan;
  const played = drive(ways, opinionOf(rounds), undefined, ({ round }) => rounds[round - 1]?.repeats ?? false);
  const { turns, state, endedBy, convergedBy } = played;
  return { turns, assessments: state.assessments, endedBy, convergedBy, spent: state.judge };
}

describe("a debate that runs ahead of its judge", () => {
  it("holds the same rounds as one that waits, and one more where it is ended early", () => {
    fc.assert(
      fc.property(rules, course, (chosen, rounds) => {
        const waiting = playedAs(undefined, chosen, rounds);
        const ahead = playedAs("ahead", chosen, rounds);
        const isEarly = waiting.endedBy !== "limit";
        const held = waiting.assessments.length;
        const expected = isEarly ? Math.min(chosen.maxRounds, held + 1) : held;
        expect(ahead.assessments.map(({ round }) => round)).toEqual(Array.from({ length: expected }, (_, i) => i + 1));
        // A closing comes a round later too: until then both speak alike.
        const common = waiting.turns.filter(({ phase }) => phase !== "closing");
        expect(ahead.turns.slice(0, common.length)).toEqual(common);
        // What ends with the last round in any case ends by the limit.
        if (isEarly && held + 1 < chosen.maxRounds)
          expect([ahead.endedBy, ahead.convergedBy]).toEqual([waiting.endedBy, waiting.convergedBy]);
      }),
      { numRuns: runs(400) },
    );
  });

  it("holds one more round when the judge says stop", () => {
    const plan = planFor({ format: "free-form", maxRounds: 6, overlap: "ahead" });
    const { state, endedBy } = drive(plan, (round) => ({ shouldContinue: round < 2 }));
    expect([state.round, endedBy]).toEqual([3, "judge"]);
  });

  it("lets a closing follow the rebuttal that was under way when the judge said stop", () => {
    const plan = planFor({ format: "structured-rounds", maxRounds: 6, aloneRounds: 1, overlap: "ahead" });
    const { turns, endedBy } = drive(plan, (round) => ({ shouldContinue: round < 2 }));
    const phases = turns.filter(({ index }) => index === 1).map(({ phase }) => phase);
    expect([phases, endedBy]).toEqual([["opening", "rebuttal", "rebuttal", "closing"], "judge"]);
  });

  it("is not one whose judge assesses no rounds: it ends on repetition at once", () => {
    const plan = planFor({ format: "free-form", maxRounds: 6, judging: "final-only", overlap: "ahead" });
    const { state, endedBy } = drive(plan, undefined, undefined, () => true);
    expect([state.round, endedBy]).toEqual([3, "convergence"]);
  });
});

describe("a debate whose assessments wait", () => {
  it("has the same turns, the same assessments and the same end as one whose rounds wait for them", () => {
    fc.assert(
      fc.property(rules, course, (chosen, rounds) => {
        expect(playedAs("safe", chosen, rounds)).toEqual(playedAs(undefined, chosen, rounds));
      }),
      { numRuns: runs(400) },
    );
  });

  it("goes on as before where the judge fails: the owner is asked once the turns beside it are over", () => {
    const debate = new ScriptedDebate(safe({ maxRounds: 3, policies: policies("ask") }));
    debate.begin();
    const takeTurn = (turn: TurnSpec) => {
      debate.take(completed(turn));
      return null;
    };
    while (debate.state.status === "running") debate.step({ takeTurn, perform: () => faultOf("gone") });
    expect(debate.state).toMatchObject({ status: "awaiting_decision", round: 2, wholeTurns: 4 });
    expect(debate.state.decision?.act).toEqual({ id: "g1-r1-assessment", name: "assessRound" });
  });

  it("has the same state in whatever order the log has an assessment and the turns beside it", () => {
    const plan = safe({ format: "structured-rounds", maxRounds: 4 });
    const turn = (round: number, index: number): TurnSpec => ({
      id: `g1-r${round}-t${index}`,
      participantId: `p${index}`,
      round,
      index,
      phase: "rebuttal",
      sees: { round, index, count: 0 },
    });
    const begun = [
      completed(turn(2, 1), { repeats: true }),
      completed(turn(2, 2)),
      event("round.completed", { round: 2, usage: NONE, costUsd: 0 }),
      event("round.started", { round: 3 }),
    ].reduce(reduce, initialState(plan));
    const opinion = {
      round: 2,
      qualityScore: 7,
      shouldContinue: true,
      flags: CALM,
      repeating: 2,
      usage: NONE,
      costUsd: 1,
    };
    const assessed = event("assessment.completed", { round: 2, assessment: opinion });
    const cut = { kind: "network", message: "cut", waitMs: 1, usage: NONE, costUsd: 1 } as const;
    const failed = event("judge.failed", { round: 2, actId: "g1-r2-assessment", attempt: 1, ...cut });
    const turns = [completed(turn(3, 1), { repeats: true }), completed(turn(3, 2))];
    const orders: DebateState[] = [0, 1, 2].map((place) =>
      [...turns.slice(0, place), failed, assessed, ...turns.slice(place)].reduce(reduce, begun),
    );
    expect(orders[1]).toEqual(orders[0]);
    expect(orders[2]).toEqual(orders[0]);
    expect(orders[0]?.repetition).toEqual([
      { round: 2, turns: 2, repeating: 2 },
      { round: 3, turns: 2, repeating: 1 },
    ]);
  });
});

const NONE = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, reasoningTokens: 0, calls: 1 };

function opinionOf(rounds: { shouldContinue: boolean; converged: boolean; fades: boolean }[]) {
  return (round: number): Partial<AssessmentDigest> => {
    const said = rounds[round - 1];
    if (!said) return {};
    const { shouldContinue, converged, fades } = said;
    const flags = { ...CALM, convergenceReached: converged, diminishingReturns: fades };
    return { shouldContinue, flags, ...(fades && { measured: { diminishingReturns: true } }) };
  };
}
