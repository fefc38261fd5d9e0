/** Questions whose first answers are bought one after the other, until the leader is safe. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reduce } from "../../../domain/play/state/reduce.ts";
import { answerKey } from "../../../domain/rules/answers/key.answers.ts";
import { leadProbability } from "../../../domain/rules/answers/vote.answers.ts";
import { initialState, nextGeneration } from "../../../domain/rules/protocols/initial-state.ts";
import type { DebatePlan, VotePlan } from "../../../domain/shapes/plan/plan.ts";
import type { TurnSpec } from "../../../domain/shapes/state/steps.ts";
import { AT, event } from "../../support/random/event.ts";
import { failedTurn } from "../../support/random/outcomes.ts";
import { questionPlan } from "../../support/random/plans.ts";
import { ScriptedDebate } from "../../support/scripted.ts";

const USAGE = { inputTokens: 10, cachedInputTokens: 0, outputTokens: 5, reasoningTokens: 0, calls: 1 };
const VOTE: VotePlan = { most: 9, stopAt: 0.95 };

function votePlan(vote: VotePlan, changes: Partial<DebatePlan> & { speakers?: number } = {}): DebatePlan {
  const plan = questionPlan({ speakers: 3, maxRounds: 2, minRounds: 2, ...changes });
  return { ...plan, question: { ...plan.question!, type: "choice", vote } };
}

type Answerer = (turn: TurnSpec) => string | null;

/** null: the turn fails for good, and its speaker is out. */
function play(plan: DebatePlan, answer: Answerer) {
  const debate = new ScriptedDebate(plan);
  const turns: TurnSpec[] = [];
  const atOnce: number[] = [];
  debate.begin();
  for (let n = 0; n < 200; n++) {
    const before = turns.length;
    const step = debate.step({
      takeTurn(turn) {
        turns.push(turn);
        const said = answer(turn);
        debate.take(said === null ? failedTurn(turn) : given(turn, said));
        if (said === null) debate.take(dropped(turn));
        return null;
      },
      perform: () => null,
    });
    if (step.kind === "turns") atOnce.push(turns.length - before);
    if (step.kind === "conclude")
      return { turns, atOnce, debate, state: debate.state, endedBy: step.endedBy, convergedBy: step.convergedBy };
  }
  throw new Error("the vote did not end");
}

function given(turn: TurnSpec, answer: string) {
  const { id, participantId, round, index, phase } = turn;
  const about = { id, participantId, round, index, phase, status: "whole" as const };
  return event("turn.completed", {
    round,
    phase,
    participantId,
    turnId: id,
    turn: { ...about, usage: USAGE, costUsd: 0.001, latencyMs: 5, attempt: 1, length: 0, answer: answerKey(answer) },
  });
}

function dropped({ participantId, round }: TurnSpec) {
  const degradation = { what: `the turns of ${participantId}`, why: "m", round };
  return event("participant.dropped", { round, participantId, kind: "network", message: "m", degradation });
}

const saying = (answers: string[]) => (turn: TurnSpec) => (turn.round === 1 ? (answers[turn.index - 1] ?? "a") : "a");

describe("a vote", () => {
  it("asks the participants in turn, one at a time, and shows nobody an answer of the vote", () => {
    const { turns, atOnce, endedBy, convergedBy } = play(votePlan(VOTE), () => "a");
    expect(turns.map(({ participantId }) => participantId)).toEqual(["p1", "p2", "p3", "p1"]);
    expect(turns.map(({ id }) => id)).toEqual(["g1-r1-t1", "g1-r1-t2", "g1-r1-t3", "g1-r1-t4"]);
    expect(turns.map(({ sees }) => sees)).toEqual(turns.map(() => ({ round: 1, index: 0, count: 0 })));
    expect(atOnce).toEqual([1, 1, 1, 1]);
    expect([endedBy, convergedBy]).toEqual(["convergence", "answers"]);
  });

  it("never buys more than it may, and stops at the first answer after which its leader is safe", () => {
    const vote = fc.record({ most: fc.integer({ min: 2, max: 20 }), stopAt: fc.constantFrom(0.7, 0.9, 0.95, 0.99) });
    const answers = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(vote, answers, fc.integer({ min: 1, max: 4 }), ({ most, stopAt }, said, speakers) => {
        const { turns, state } = play(votePlan({ most, stopAt }, { speakers }), saying(said));
        const stops = (n: number) => {
          const counts = [...Map.groupBy(said.slice(0, n), (one) => one).values()].map((of) => of.length);
          const [first = 0, second = 0] = counts.toSorted((a, b) => b - a);
          return leadProbability(first, second) >= stopAt || first > second + most - n;
        };
        const expected = Array.from({ length: most }, (_, i) => i + 1).find((n) => n === most || stops(n));
        expect(turns).toHaveLength(expected!);
        expect(state.round).toBe(1);
      }),
    );
  });

  it("goes on without whoever fails, whose answer counts among those that were asked for", () => {
    const { turns, state } = play(votePlan({ most: 5, stopAt: 0.99 }), (turn) => (turn.index === 2 ? null : "a"));
    expect(turns.map(({ participantId }) => participantId)).toEqual(["p1", "p2", "p1", "p3"]);
    expect(state.question?.bought?.map(({ index }) => index)).toEqual([1, 3, 4]);
  });

  it("ends at once where all are out", () => {
    const { turns } = play(votePlan(VOTE, { speakers: 1 }), (turn) => (turn.index === 2 ? null : "a"));
    expect(turns).toHaveLength(2);
  });

  it("takes answers that an experiment has bought from whoever gave them", () => {
    const plan = votePlan(VOTE);
    const { turns } = play({ ...plan, question: { ...plan.question!, given: [1, 2, 3] } }, () => "a");
    expect(turns.map((turn) => turn.given === true)).toEqual([true, true, true, false]);
  });

  it("begins anew after a reset", () => {
    const { state } = play(votePlan(VOTE), () => "a");
    expect(nextGeneration(state, AT).question).toEqual(initialState(votePlan(VOTE)).question);
    expect(nextGeneration({ ...state, question: { recent: [] } }, AT).question).toBeUndefined();
  });

  it.each([
    [true, { recent: [], bought: [] }],
    [undefined, undefined],
  ])("is there in a draft as its newest configuration says: %j", (vote, question) => {
    const configured = {
      revision: "2",
      participants: ["p1"],
      clarifies: false,
      dialectic: false,
      ...(vote && { vote }),
    };
    const about = { status: "configuring", phase: null, round: 0, pausing: false, by: "configure" } as const;
    const before = initialState(votePlan(VOTE));
    expect(reduce(before, event("debate.status", { ...about, configured })).question).toEqual(question);
  });
});

describe("the debate after a vote", () => {
  const close = ["a", "b", "a", "b", "a", "b", "a", "b", "a"];
  const gated = { ...VOTE, lead: 0.2 };

  it("is held by one speaker for each answer, each of whom gave it, all at once", () => {
    const { turns, atOnce, endedBy } = play(votePlan(gated), saying(close));
    const debate = turns.filter(({ round }) => round === 2);
    expect(debate.map(({ id, participantId }) => [id, participantId])).toEqual([
      ["g1-r2-t1", "p1"],
      ["g1-r2-t2", "p2"],
    ]);
    expect(atOnce.at(-1)).toBe(2);
    expect(debate.map(({ sees }) => sees.index)).toEqual([0, 0]);
    expect(endedBy).toBe("limit");
  });

  it.each([
    ["there is no gate", VOTE, {}, close],
    ["the leader is safe", gated, {}, []],
    ["the leader is ahead by the gate's share", { ...VOTE, lead: 1 / 9 }, {}, close],
    ["there is no second round", gated, { maxRounds: 1, minRounds: 1 }, close],
  ])("is not held where %s", (_why, vote, changes, answers) => {
    expect(play(votePlan(vote, changes), saying(answers)).state.round).toBe(1);
  });

  it("has no more speakers than participants, but two of one participant", () => {
    const spread = ["a", "b", "c", "a", "b", "c", "d", "a", "b"];
    const speakers = (count: number) =>
      play(votePlan(gated, { speakers: count }), saying(spread)).turns.filter(({ round }) => round === 2);
    expect(speakers(1).map(({ participantId }) => participantId)).toEqual(["p1", "p1"]);
    expect(speakers(3)).toHaveLength(3);
    expect(speakers(8)).toHaveLength(4);
  });

  it("lets nobody speak twice where it can be avoided", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "b", "c"), { minLength: 9, maxLength: 9 }), (answers) => {
        const { turns } = play(votePlan({ ...VOTE, lead: 1 }), saying(answers));
        const debate = turns.filter(({ round }) => round === 2);
        const bought = turns.filter(({ round }) => round === 1);
        const own = (answer: string) =>
          bought.flatMap(({ index, participantId }) => (answers[index - 1] === answer ? [participantId] : []));
        const camps = [...new Set(answers.slice(0, bought.length))].map(own);
        // Hall's theorem: so many camps together have as many participants.
        const some = [1, 2, 3, 4, 5, 6, 7].map((mask) => camps.filter((_, i) => mask & (1 << i)));
        const isPossible = some.every((of) => new Set(of.flat()).size >= of.length);
        if (isPossible) expect(new Set(debate.map((t) => t.participantId)).size).toBe(debate.length);
        else expect(new Set(debate.map((t) => t.participantId)).size).toBeLessThan(debate.length);
      }),
    );
  });

  it("goes on while they differ, and ends when they agree or when nobody moved in two rounds", () => {
    const plan = votePlan({ ...VOTE, lead: 0.2 }, { maxRounds: 8 });
    const agreeing = play(plan, (turn) =>
      turn.round === 1 ? close[turn.index - 1]! : turn.round < 4 ? `${turn.index}` : "a",
    );
    expect([agreeing.state.round, agreeing.endedBy]).toEqual([4, "convergence"]);
    const firm = play(plan, (turn) => (turn.round === 1 ? close[turn.index - 1]! : `${turn.index}`));
    expect([firm.state.round, firm.endedBy]).toEqual([4, "convergence"]);
  });

  it("replaces a speaker who is out, and nobody else", () => {
    const plan = votePlan({ ...VOTE, lead: 0.2 }, { maxRounds: 4, minRounds: 4 });
    const { turns } = play(plan, (turn) => {
      if (turn.round === 1) return close[turn.index - 1]!;
      return turn.round === 2 && turn.index === 1 ? null : `${turn.index}`;
    });
    const who = (round: number) => turns.filter((t) => t.round === round).map(({ participantId }) => participantId);
    expect(who(2)).toEqual(["p1", "p2"]);
    expect(who(3)).toEqual(["p2", "p2"]);
  });
});
