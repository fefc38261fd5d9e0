import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { transition } from "../../../domain/play/state/moves.ts";
import { reduce } from "../../../domain/play/state/reduce.ts";
import { initialState } from "../../../domain/rules/protocols/initial-state.ts";
import { preparations } from "../../../domain/rules/protocols/preparation.protocol.ts";
import { next } from "../../../domain/rules/protocols/registry.protocol.ts";
import { isTerminal } from "../../../domain/shapes/lifecycle.shape.ts";
import type { CritiqueDigest } from "../../../domain/shapes/state/state.ts";
import { runs } from "../../support/debates/runs.ts";
import { completed, drive } from "../../support/random/drive.ts";
import { event } from "../../support/random/event.ts";
import { planFor, skepticPlan } from "../../support/random/plans.ts";
import { type Script, ScriptedDebate } from "../../support/scripted.ts";

const who = (turns: { round: number; participantId: string; phase: string }[]) =>
  turns.map((t) => `${t.round} ${t.participantId} ${t.phase}`);
const play = (doubt: (round: number) => Partial<CritiqueDigest>, changes = {}) =>
  drive(skepticPlan(changes), undefined, doubt);

describe("a proposer and a skeptic", () => {
  it("speak in turn, each seeing all that was said, until the limit, and the synthesizer has the last word", () => {
    const { turns, endedBy, steps } = play(() => ({}), { maxRounds: 2, minRounds: 1 });
    expect(who(turns)).toEqual(["1 p1 proposal", "1 p2 critique", "2 p1 proposal", "2 p2 critique", "2 p3 synthesis"]);
    expect(turns.map((t) => t.sees.count)).toEqual([0, 1, 2, 3, 4]);
    expect(turns.at(-1)).toMatchObject({ id: "g1-r2-t3", sees: { round: 2, index: 3 } });
    expect(endedBy).toBe("limit");
    expect(steps.flatMap((s) => (s.kind === "turns" ? [`${s.order} ${s.phase} ${s.expected}`] : []))).toEqual([
      "sequential proposing 1",
      "sequential critiquing 1",
      "sequential proposing 1",
      "sequential critiquing 1",
    ]);
  });

  it("conclude by an act of the service once the synthesizer has spoken", () => {
    const { steps } = play(() => ({}));
    const [before, after] = steps.slice(-2);
    const act = { id: "g1-answer", name: "giveAnswer", by: "service" };
    expect(before).toMatchObject({ kind: "conclude", turn: { phase: "synthesis" }, act });
    expect(after).toEqual({ kind: "conclude", endedBy: "limit", act });
  });

  it.each([
    ["is ready and scores well", { readyForSynthesis: true, score: 8 }, 3, "convergence"],
    ["finds nothing critical", { critical: 0 }, 3, "convergence"],
    ["is ready but scores below the mark", { readyForSynthesis: true, score: 7.9 }, 5, "limit"],
    ["scores well but is not ready", { score: 10 }, 5, "limit"],
  ])("end as they should when the skeptic %s from the first round on", (_what, doubt, round, endedBy) => {
    const played = play(() => doubt);
    expect([played.state.round, played.endedBy]).toEqual([round, endedBy]);
  });

  it("hear the skeptic's newest word, not an earlier one", () => {
    expect(play((round) => (round === 3 ? {} : { critical: 0 })).state.round).toBe(4);
  });

  it("end at the limit, not early, when the skeptic is content in the last round only", () => {
    const played = play((round) => (round === 5 ? { critical: 0 } : {}));
    expect([played.state.round, played.endedBy]).toEqual([5, "limit"]);
  });

  it("keep to another mark when one is set, and to 8 in a plan that has none", () => {
    const content = () => ({ readyForSynthesis: true, score: 6 });
    expect(play(content, { earlyStopScore: 6 }).endedBy).toBe("convergence");
    const { earlyStopScore: _score, ...plan } = skepticPlan();
    expect(drive(plan, undefined, content).endedBy).toBe("limit");
    expect(drive(plan, undefined, () => ({ readyForSynthesis: true, score: 8 })).endedBy).toBe("convergence");
  });

  it("rest before every round but the first", () => {
    const plan = skepticPlan({ maxRounds: 3 });
    const { steps } = drive({ ...plan, durations: { ...plan.durations, roundDelay: 700 } });
    expect(steps.flatMap((s) => (s.kind === "beginRound" ? [s.afterMs] : []))).toEqual([0, 700, 700]);
  });

  it("do not end on a critique of another round when the skeptic's turn has none", () => {
    const plan = skepticPlan({ minRounds: 1 });
    const over = {
      ...initialState(plan),
      round: 2,
      critiques: [{ round: 1, critical: 0, score: 9, readyForSynthesis: true }],
    };
    expect(next(plan, over)).toMatchObject({ kind: "beginRound", round: 3 });
  });

  it("need somebody for each role", () => {
    const plan = skepticPlan();
    const alone = { ...plan, participants: plan.participants.slice(1) };
    const begun = reduce(initialState(alone), event("round.started", { round: 1 }));
    expect(() => next(alone, begun)).toThrow("nobody has the role proposer");
  });

  it("leave it to the synthesizer when their owner stops them in the middle of a round", () => {
    const plan = skepticPlan();
    const stop = {
      status: "concluding" as const,
      phase: null,
      round: 1,
      pausing: false,
      by: "stop",
      endedBy: "owner" as const,
    };
    const begun = reduce(initialState(plan), event("round.started", { round: 1 }));
    const first = next(plan, begun);
    if (first.kind !== "turns" || !first.turns[0]) throw new Error("a turn was expected");
    const proposed = reduce(begun, completed(first.turns[0]));
    const stopped = reduce(proposed, event("debate.status", stop));
    expect(next(plan, stopped)).toMatchObject({
      kind: "conclude",
      endedBy: "owner",
      turn: { participantId: "p3", phase: "synthesis", sees: { count: 1 } },
    });
  });

  it("end within their rounds, never early before minRounds, and repeat from their events, whatever is said and commanded", () => {
    const doubts = fc.array(
      fc.record({
        critical: fc.integer({ min: 0, max: 3 }),
        score: fc.integer({ min: 0, max: 10 }),
        readyForSynthesis: fc.boolean(),
      }),
      { minLength: 8, maxLength: 8 },
    );
    fc.assert(
      fc.property(
        doubts,
        fc.integer({ min: 1, max: 8 }),
        fc.nat(7),
        fc.integer({ min: 0, max: 10 }),
        (said, max, min, mark) => {
          const minRounds = Math.min(max, min + 1);
          const plan = skepticPlan({ maxRounds: max, minRounds, earlyStopScore: mark });
          const { state, turns, events, endedBy } = drive(plan, undefined, (round) => said[round - 1] ?? {});
          const content = (round: number) => {
            const { critical = 1, score = 0, readyForSynthesis = false } = said[round - 1] ?? {};
            return critical === 0 || (readyForSynthesis && score >= mark);
          };
          const first = [...said.keys()].map((i) => i + 1).find((round) => round >= minRounds && content(round));
          const expected = Math.min(first ?? max, max);
          expect(state.round).toBe(expected);
          expect(endedBy).toBe(expected < max ? "convergence" : "limit");
          expect(turns.length).toBe(2 * expected + 1);
          expect(new Set(turns.map((t) => t.id)).size).toBe(turns.length);
          expect(events.reduce(reduce, initialState(plan))).toEqual(state);
        },
      ),
      { numRuns: runs(1_000) },
    );
  });

  it("go on where they were, or conclude, after any pause, fault, retry and stop", () => {
    const commands = fc.array(fc.constantFrom("go", "pause", "resume", "faulted", "retry", "stop"), { maxLength: 40 });
    fc.assert(
      fc.property(commands, fc.array(fc.nat(2), { minLength: 5, maxLength: 5 }), (steers, critical) => {
        const plan = skepticPlan({ minRounds: 1 });
        const { state, turns } = steered(plan, steers, critical);
        expect(new Set(turns).size).toBe(turns.length);
        expect(state.round).toBeLessThanOrEqual(plan.maxRounds);
        if (state.status === "completed") expect(turns.at(-1)).toMatch(/-t3$/);
        else expect(["cancelled", "error"]).toContain(state.status);
      }),
      { numRuns: runs(1_000) },
    );
  });
});

/** Plays a debate while its owner and its models do what `steers` says, then on to its end. */
function steered(plan: ReturnType<typeof skepticPlan>, steers: string[], critical: number[]) {
  const debate = new ScriptedDebate(plan, { ...initialState(plan), status: "running" });
  const turns: string[] = [];
  const left = [...steers];
  /** Before each step and each call. */
  const steer = () => {
    const on = left.shift() ?? "go";
    if (on !== "go") debate.command(on as "stop", on === "stop" && !debate.state.endedBy ? { endedBy: "owner" } : {});
    return isTerminal(debate.state.status);
  };
  const goesOn = () => ["running", "concluding"].includes(debate.state.status) && !debate.state.pausing;
  const script: Script = {
    takeTurn(turn) {
      if (steer() || !goesOn()) return null;
      turns.push(turn.id);
      const doubt = { round: turn.round, critical: critical[turn.round - 1] ?? 0, score: 5, readyForSynthesis: false };
      debate.take(completed(turn, turn.phase === "critique" ? { critique: doubt } : {}));
      return null;
    },
    perform() {
      if (steer() || !goesOn()) return null;
      debate.take(event("result.completed", { result: { type: "answer", score: 7, usage: NO_USAGE, costUsd: 0 } }));
      return null;
    },
  };
  for (let n = 0; n < steers.length + 60 && !steer(); n++) {
    const { status, pausing } = debate.state;
    if (pausing) transition(debate, "settled");
    else if (status === "paused") debate.command("resume");
    else if (status === "error" && !debate.command("retry")) debate.command("stop", { endedBy: "owner" });
    else if (goesOn()) debate.step(script);
  }
  return { state: debate.state, turns };
}

const NO_USAGE = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0, calls: 0 };

describe("reasoning templates", () => {
  it("are looked up once, before round 1, when the plan asks for them", () => {
    const plan = planFor({ retrieval: { topK: 2 } });
    const state = initialState(plan);
    expect(preparations(plan, state)).toEqual([{ id: "g1-retrieval", name: "retrieveTemplates", by: "service" }]);
    const done = reduce(state, event("retrieval.completed", { method: "lexical", items: [], latencyMs: 3 }));
    expect(preparations(plan, done)).toEqual([]);
    expect(done.degraded).toEqual([]);
    expect(preparations(planFor(), initialState(planFor()))).toEqual([]);
  });

  it("that can not be found degrade the debate and no more", () => {
    const degraded = { what: "reasoning templates", why: "the search failed" };
    const state = reduce(
      initialState(skepticPlan()),
      event("retrieval.completed", { method: null, items: [], latencyMs: 3, degraded }),
    );
    expect(state).toMatchObject({ retrieved: true, degraded: [degraded] });
  });
});

describe("what the state keeps", () => {
  it("of an answer is that there is one, and nobody pays for it twice", () => {
    const usage = { ...NO_USAGE, calls: 1 };
    const state = reduce(
      initialState(skepticPlan()),
      event("result.completed", { result: { type: "answer", score: 7, usage, costUsd: 1 } }),
    );
    expect(state.result).toEqual({ type: "answer", score: 7 });
    expect(state.judge.calls).toBe(0);
  });
});
