import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FORMATS, FORMATS_BY_NAME } from "../../../domain/formats/registry.ts";
import { isTerminal, move } from "../../../domain/lifecycle.ts";
import type { DebatePlan } from "../../../domain/plan/plan.ts";
import type { FormatName } from "../../../domain/schemas/debate.ts";
import { initialState } from "../../../domain/state/initial.ts";
import { reduceLog } from "../../../domain/state/reduce.ts";
import { dialecticPlan } from "../../support/debates/dialectic.ts";
import { runs } from "../../support/debates/runs.ts";
import { playAtRandom } from "../../support/random/debate.ts";
import { planFor, skepticPlan } from "../../support/random/plans.ts";
import { toWhole } from "../../support/random/whole.ts";

const PROTOCOLS = ["judged", "dialectic", "proposer-skeptic"] as const;
const FULL = 1_000;
const RUNS = runs(FULL);

const terminations = fc.record({
  type: fc.constantFrom("fixed" as const, "convergence" as const, "quality" as const),
  threshold: fc.integer({ min: 0, max: 100 }),
});

const policies = fc.record({
  onParticipantFailure: fc.constantFrom("drop" as const, "ask" as const, "end" as const),
  onJudgeFailure: fc.constantFrom("ask" as const, "fallback" as const, "continue" as const, "end" as const),
  fallbackJudges: fc.constantFrom([], [{ provider: "demo", model: "other" }]),
  onContextOverflow: fc.constantFrom("ask" as const, "end" as const),
});

/** What any plan may have, whatever its protocol. */
const options = fc.record({
  maxRounds: fc.integer({ min: 2, max: 6 }),
  minRounds: fc.integer({ min: 1, max: 2 }),
  mode: fc.constantFrom("sequential" as const, "simultaneous" as const),
  judging: fc.constantFrom("every-round" as const, "final-only" as const),
  assignsPositions: fc.boolean(),
  retrieval: fc.constantFrom(undefined, { topK: 3 }),
  clarifications: fc.constantFrom(undefined, { maxIterations: 2 }),
  // `true` in debates of older versions, which were all judged.
  controlArm: fc.constantFrom(undefined, true as const, { calls: 3 }, { calls: 12 }),
  audience: fc.constantFrom(undefined, { voters: 3, models: [{ provider: "demo", model: "voter" }] }),
  skipIfUnanimous: fc.constantFrom(undefined, true as const),
  poll: fc.constantFrom(undefined, "private" as const),
  stopWhenStable: fc.constantFrom(undefined, true as const),
  conclusion: fc.constantFrom(undefined, true as const),
  claimChecks: fc.constantFrom(undefined, true as const),
  output: fc.constantFrom(undefined, true as const),
  bothOrders: fc.constantFrom(undefined, true as const),
  panel: fc.constantFrom(
    undefined,
    ["a", "b", "c"].map((model) => ({ provider: "demo", model })),
  ),
  policies,
});

function planOf(
  format: FormatName,
  chosen: { speakers: number; termination: { type: "fixed"; threshold: number } } & object,
) {
  const { speakers, termination, retrieval, clarifications, panel, bothOrders, ...others } = chosen as typeof chosen &
    Partial<DebatePlan>;
  const { controlArm, skipIfUnanimous, audience, ...rest } = others;
  const { protocol, participants, mode, votes } = FORMATS_BY_NAME[format];
  const hasArm = controlArm && (controlArm !== true || protocol === "judged");
  const arm = hasArm && { controlArm, ...(skipIfUnanimous && { skipIfUnanimous }) };
  const bench = { ...(panel && { panel }), ...(bothOrders && { bothOrders }) };
  const before = { ...(retrieval && { retrieval }), ...(clarifications && { clarifications }), ...arm };
  const changes = { ...rest, ...bench, ...before, ...(votes && audience && { audience }) };
  if (protocol === "proposer-skeptic") return skepticPlan({ ...changes, mode: "sequential", assignsPositions: false });
  if (protocol === "dialectic")
    return dialecticPlan({
      ...changes,
      speakers,
      mode: "simultaneous",
      assignsPositions: false,
      rules: { termination },
    });
  const seats = Math.min(participants.max, Math.max(participants.min, speakers));
  return planFor({ ...changes, format, speakers: seats, ...(mode && { mode }) });
}

/** Numbers for the dice; when they are used up they come again. */
const throws = fc.array(fc.nat(9_999), { minLength: 50, maxLength: 400 });

describe.each(PROTOCOLS)("a debate of the %s protocol", (protocol) => {
  const formats = FORMATS.filter((name) => FORMATS_BY_NAME[name].protocol === protocol);

  it("asks for nothing illegal and ends, whatever happens, and its log makes its state", () => {
    const ends = new Set<string>();
    const happened = new Set<string>();
    let settled = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...formats),
        options,
        fc.integer({ min: 2, max: 4 }),
        terminations,
        throws,
        (format, chosen, speakers, termination, numbers) => {
          const plan = planOf(format, { ...chosen, speakers, termination } as Parameters<typeof planOf>[1]);
          let thrown = 0;
          // Moved on by one at each repeat, so that no short list can go round in circles for ever.
          const roll = (sides: number) => {
            const lap = Math.floor(thrown / numbers.length);
            return ((numbers[thrown++ % numbers.length] ?? 0) + lap) % sides;
          };
          const { state, events } = playAtRandom(plan, roll);
          ends.add(state.status);
          if (state.result && state.round === 0) settled += 1;
          for (const { type } of events) happened.add(type);
          expect(isTerminal(state.status)).toBe(true);
          expect(state.round).toBeLessThanOrEqual(plan.maxRounds);
          const log = JSON.parse(JSON.stringify(events.map(toWhole))) as ReturnType<typeof toWhole>[];
          expect(reduceLog(initialState(plan), log)).toEqual(state);
          const legal = MOVES.filter((on) => move({ ...BARE, status: state.status }, on) !== null);
          expect(legal).toEqual([]);
        },
      ),
      { numRuns: RUNS },
    );
    // The dice reach every ending, given enough throws.
    if (RUNS < FULL) return;
    expect([...ends].toSorted()).toEqual(["cancelled", "completed", "failed"]);
    expect(settled).toBeGreaterThan(0);
    for (const type of ["participant.dropped", "decision.requested", "decision.made", "round.timed_out"])
      expect(happened).toContain(type);
  });
});

const MOVES = ["pause", "resume", "stop", "retry", "start", "submitAnswers", "decide", "faulted", "asked"] as const;
const BARE = {
  remembered: "running",
  pausing: true,
  problems: 0,
  wholeTurns: 3,
  turnsInFlight: 1,
  retries: 0,
  awaitingAnswers: true,
} as const;
