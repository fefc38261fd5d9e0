import { describe, expect, it } from "vitest";
import { initialState } from "../../../domain/rules/protocols/initial-state.ts";
import { endWithPolls, pollStep } from "../../../domain/rules/protocols/polls.protocol.ts";
import { next } from "../../../domain/rules/protocols/registry.protocol.ts";
import type { DebatePlan } from "../../../domain/shapes/plan/plan.ts";
import type { EndedBy } from "../../../domain/shapes/schemas/result.schema.ts";
import type { DebateState, PollState } from "../../../domain/shapes/state/state.ts";
import { dialecticPlan } from "../../support/debates/dialectic.ts";
import { planFor, skepticPlan } from "../../support/random/plans.ts";

const polled = (changes: Parameters<typeof planFor>[0] = {}) => planFor({ poll: "private", maxRounds: 6, ...changes });
type Found = Partial<NonNullable<PollState["last"]>>;
const polls = (round: number, found: Found = {}, taken: string[] = []): { polls: PollState } => ({
  polls: { round, taken, last: { round, stable: false, hollow: false, ...found } },
});
const at = (plan: DebatePlan, round: number, changes: Partial<DebateState> = {}): DebateState => ({
  ...initialState(plan),
  status: "running",
  round,
  ...changes,
});

describe("the acts of a poll", () => {
  it("are one for each participant that is still active and has not answered, then the measurement", () => {
    const plan = polled({ speakers: 3 });
    const asked = (state: DebateState) => {
      const step = pollStep(plan, state);
      return step?.kind === "acts" ? step.acts.map(({ id }) => id) : step;
    };
    const before = at(plan, 2);
    expect(asked(before)).toEqual(["g1-r2-poll-1", "g1-r2-poll-2", "g1-r2-poll-3"]);
    const [ada, ben, cleo] = before.participants;
    if (!ada || !ben || !cleo) throw new Error("three take part");
    const some: DebateState = {
      ...before,
      participants: [ada, { ...ben, status: "failed" }, cleo],
      polls: { round: 2, taken: ["g1-r2-poll-1"], last: { round: 1, stable: false, hollow: false } },
    };
    expect(asked(some)).toEqual(["g1-r2-poll-3"]);
    const lost = { ...some, skipped: ["g1-r2-poll-3"] };
    expect(asked(lost)).toEqual(["g1-r2-conformity"]);
    expect(asked({ ...lost, ...polls(2, {}, ["g1-r2-poll-1"]) })).toBeNull();
    // Those of the round before count for nothing in this one.
    expect(asked({ ...lost, round: 3, skipped: [] })).toEqual(["g1-r3-poll-1", "g1-r3-poll-3"]);
  });

  it("come before round 1 where there is something to take a stance on, and never without `poll`", () => {
    const first = (plan: DebatePlan) => next(plan, at(plan, 0)).kind;
    expect(first(polled())).toBe("acts");
    expect(first(planFor())).toBe("beginRound");
    expect(first(skepticPlan({ poll: "private" }))).toBe("beginRound");
    expect(first(dialecticPlan({ poll: "private" }))).toBe("beginRound");
  });
});

describe("the end of a debate with polls", () => {
  const end = (plan: DebatePlan, round: number, found: Found, by: EndedBy | null) =>
    endWithPolls(plan, at(plan, round, polls(round, found)), by);
  const stopping = polled({ stopWhenStable: true });

  it.each<[string, DebatePlan, number, Found, EndedBy | null, EndedBy | null]>([
    ["stable", stopping, 3, { stable: true }, null, "convergence"],
    ["stable before round 3", stopping, 2, { stable: true }, null, null],
    ["stable before minRounds", polled({ stopWhenStable: true, minRounds: 5 }), 4, { stable: true }, null, null],
    ["stable, and not asked to end", polled(), 3, { stable: true }, null, null],
    [
      "stable, in convergence-seeking",
      polled({ format: "convergence-seeking" }),
      3,
      { stable: true },
      null,
      "convergence",
    ],
    ["not stable", stopping, 3, {}, null, null],
    ["stable and hollow", stopping, 3, { stable: true, hollow: true }, null, null],
    ["hollow, where a detector found convergence", polled(), 2, { hollow: true }, "convergence", null],
    ["hollow, in the last round", polled(), 6, { hollow: true }, "convergence", "limit"],
    ["honest, where a detector found convergence", polled(), 2, {}, "convergence", "convergence"],
    ["hollow, where the judge ends it", polled(), 2, { hollow: true }, "judge", "judge"],
    ["hollow, at its limit", polled(), 6, { hollow: true }, "limit", "limit"],
    ["stable, where the judge ends it", stopping, 3, { stable: true }, "judge", "judge"],
  ])("that is %s", (_what, plan, round, found, by, expected) => {
    expect(end(plan, round, found, by)).toBe(expected);
  });

  it("is the format's where this round was not measured, and without a poll", () => {
    const plan = polled();
    expect(endWithPolls(plan, at(plan, 2, polls(1, { hollow: true })), "convergence")).toBe("convergence");
    const { poll: _off, ...without } = plan;
    expect(endWithPolls(without, at(plan, 2, polls(2, { hollow: true })), "convergence")).toBe("convergence");
  });
});
