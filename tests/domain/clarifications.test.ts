import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toBrief } from "../../domain/play/events/brief.events.ts";
import { type BriefEvent, type DraftEvent } from "../../domain/play/events/events.ts";
import { reduce } from "../../domain/play/state/reduce.ts";
import {
  answerProblems,
  answersDue,
  mergeQuestions,
  nextClarification,
  openQuestions,
  pendingOf,
} from "../../domain/rules/clarifications/clarifications.rules.ts";
import { initialState } from "../../domain/rules/protocols/initial-state.ts";
import { next } from "../../domain/rules/protocols/registry.protocol.ts";
import { situationOf } from "../../domain/rules/state/situation.ts";
import { allowedCommands, move } from "../../domain/shapes/lifecycle.shape.ts";
import type { DebatePlan } from "../../domain/shapes/plan/plan.ts";
import type { DebateState } from "../../domain/shapes/state/state.ts";
import { runs } from "../support/debates/runs.ts";
import { event } from "../support/random/event.ts";
import { planFor } from "../support/random/plans.ts";
import { type Script, ScriptedDebate } from "../support/scripted.ts";

const USAGE = { inputTokens: 10, cachedInputTokens: 0, outputTokens: 5, reasoningTokens: 0, calls: 1 };
const NOBODY: ReadonlySet<string> = new Set();

const planWith = (clarifications: DebatePlan["clarifications"] = { maxIterations: 3 }, speakers = 2) =>
  planFor({ speakers, ...(clarifications && { clarifications }) });
const status = (to: DebateState["status"], by: string) =>
  event("debate.status", { status: to, phase: null, round: 0, pausing: false, by });
const collected = (participantId: string, count: number, iteration = 1) =>
  event("clarification.collected", {
    iteration,
    participantId,
    actId: `g1-c${iteration}-${participantId}`,
    count,
    usage: USAGE,
    costUsd: 0.001,
    latencyMs: 5,
  });
const asked = (iteration: number, ...ids: string[]) =>
  event("clarification.asked", {
    iteration,
    questions: ids.map((id) => ({ id, text: `What about ${id}?`, askedBy: ["p1"] })),
  });
const answered = (answer: string | null, ...ids: string[]) =>
  event("clarification.answered", { answers: ids.map((questionId) => ({ questionId, answer })) });
const after = (plan: DebatePlan, ...events: BriefEvent[]) =>
  [status("clarifying", "initialized"), ...events].reduce(reduce, initialState(plan));

describe("the merging of questions", () => {
  const merge = (wishes: [string, ...string[]][], known: string[] = [], maxPerAgent = 10) =>
    mergeQuestions({
      wishes: wishes.map(([participantId, ...questions]) => ({ participantId, questions })),
      known,
      maxPerAgent,
    });

  it("merges near-duplicates under the first wording and keeps who asked", () => {
    const merged = merge([
      ["p1", "Which city is meant by the topic?"],
      ["p2", "  which CITY is meant by the topic ", "What is the budget?"],
      ["p3", "By the topic, which city is meant?"],
    ]);
    expect(merged).toEqual([
      { text: "Which city is meant by the topic?", askedBy: ["p1", "p2", "p3"] },
      { text: "What is the budget?", askedBy: ["p2"] },
    ]);
  });

  it("takes four common words of five for the same question, and three of five not", () => {
    const four = merge([
      ["p1", "budget city north transport"],
      ["p2", "budget city north transport planned"],
    ]);
    expect(four).toHaveLength(1);
    const three = merge([
      ["p1", "budget city north transport"],
      ["p2", "budget city north planned"],
    ]);
    expect(three).toHaveLength(2);
  });

  it.each([
    ["What was the yearly transport budget of the northern district in 2024?", "2024", "2025"],
    ["May the new rules bind people who have lived in the district before?", "who have", "who have not"],
  ])("keeps questions apart that differ in a number or a negation: %s", (text, from, to) => {
    expect(
      merge([
        ["p1", text],
        ["p2", text.replace(from, to)],
      ]),
    ).toHaveLength(2);
  });

  it("names somebody who asks the same twice once", () => {
    expect(merge([["p1", "Which city?", "Which city is it?"]])).toEqual([{ text: "Which city?", askedBy: ["p1"] }]);
  });

  it("does not ask again what an earlier collection asked", () => {
    expect(merge([["p1", "which city?", "What budget?"]], ["Which city?"])).toEqual([
      { text: "What budget?", askedBy: ["p1"] },
    ]);
  });

  it("takes no more than each may ask, blank ones not counted", () => {
    expect(
      merge(
        [
          ["p1", " ", "One?", "Two?", "Three?"],
          ["p2", "Four?"],
        ],
        [],
        2,
      ).map((q) => q.text),
    ).toEqual(["One?", "Two?", "Four?"]);
  });

  it("compares questions without plain words as they stand", () => {
    expect(
      merge([
        ["p1", "?!", "Why?"],
        ["p2", "…", "Why"],
        ["p3", "Is it?", "Are you?"],
      ]).map((q) => q.text),
    ).toEqual(["?!", "Why?", "…", "Is it?", "Are you?"]);
  });
});

describe("the next step of a debate that clarifies", () => {
  it("asks every participant at once, and again only those who are missing", () => {
    const plan = planWith({ maxIterations: 3 }, 3);
    const step = next(plan, after(plan));
    if (step.kind !== "acts") throw new Error("acts expected");
    expect(step.phase).toBe("collecting");
    expect(step.acts.map((a) => a.id)).toEqual(["g1-c1-p1", "g1-c1-p2", "g1-c1-p3"]);
    const later = next(plan, after(plan, collected("p1", 0), collected("p3", 1)));
    expect(later.kind === "acts" && later.acts.map((a) => a.by)).toEqual([{ participantId: "p2" }]);
  });

  it("asks nobody who is out", () => {
    const plan = planWith();
    const state = after(plan);
    const out = state.participants.map((p) => (p.id === "p1" ? { ...p, status: "failed" as const } : p));
    const step = nextClarification(plan, { ...state, participants: out });
    expect(step.kind === "acts" && step.acts.map((a) => a.id)).toEqual(["g1-c1-p2"]);
  });

  it("gathers, waits for the last answer, and collects again", () => {
    const plan = planWith();
    const heard = [collected("p1", 1), collected("p2", 1)];
    expect(next(plan, after(plan, ...heard))).toEqual({ kind: "gatherQuestions", iteration: 1 });
    const waiting = after(plan, ...heard, asked(1, "q1", "q2"));
    expect(next(plan, waiting)).toEqual({ kind: "awaitAnswers", timeoutMs: null });
    expect(next(plan, reduce(waiting, answered("yes", "q1")))).toEqual({ kind: "awaitAnswers", timeoutMs: null });
    const again = next(plan, [answered("yes", "q1"), answered("no", "q2")].reduce(reduce, waiting));
    expect(again.kind === "acts" && again.acts.map((a) => a.id)).toEqual(["g1-c2-p1", "g1-c2-p2"]);
  });

  it("is over when nobody asks, and when the iterations are used up", () => {
    const plan = planWith({ maxIterations: 1 });
    expect(next(plan, after(plan, asked(1)))).toEqual({ kind: "clarified" });
    expect(next(plan, after(plan, asked(1, "q1"), answered("yes", "q1")))).toEqual({ kind: "clarified" });
    const more = planWith({ maxIterations: 2 });
    expect(next(more, after(more, asked(1, "q1"), answered("yes", "q1"))).kind).toBe("acts");
    expect(next(more, after(more, asked(1)))).toEqual({ kind: "clarified" });
  });

  it("takes a question that nobody answered in time for done", () => {
    const plan = planWith({ maxIterations: 2, answerTimeoutMs: 5_000 });
    const waiting = after(plan, asked(1, "q1", "q2"), answered("yes", "q2"));
    expect(next(plan, waiting)).toEqual({ kind: "awaitAnswers", timeoutMs: 5_000 });
    expect(next(plan, reduce(waiting, answered(null, "q1"))).kind).toBe("acts");
  });

  it("counts the wait from the questions, and anew from a pause", () => {
    const plan = planWith();
    const waiting = after(plan, asked(1, "q1"));
    const at = (time: string) => Date.parse(`2026-11-21T${time}Z`);
    expect(answersDue(waiting, 5_000)).toBe(at("12:00:05"));
    const resumed = { ...waiting, since: "2026-11-21T13:00:00.000Z" };
    expect(answersDue(resumed, 5_000)).toBe(at("13:00:05"));
  });
});

describe("the state of clarifications", () => {
  it("is only there where the debate has them, and leads through clarifying then", () => {
    const initializing = (plan: DebatePlan) => reduce(initialState(plan), status("initializing", "start"));
    expect(initialState(planFor())).not.toHaveProperty("clarification");
    expect(move(situationOf(initializing(planFor())), "initialized")).toBe("running");
    expect(move(situationOf(initializing(planWith())), "initialized")).toBe("clarifying");
    expect(move(situationOf(after(planWith())), "clarified")).toBe("running");
  });

  it("allows answers while a question is open and no longer", () => {
    const plan = planWith();
    const waiting = after(plan, asked(1, "q1"));
    expect(allowedCommands(situationOf(waiting))).toEqual(["pause", "stop", "submitAnswers"]);
    expect(allowedCommands(situationOf(after(plan)))).toEqual(["pause", "stop"]);
    expect(allowedCommands(situationOf(reduce(waiting, answered("yes", "q1"))))).toEqual(["pause", "stop"]);
    expect(allowedCommands(situationOf(reduce(waiting, status("paused", "settled"))))).toEqual(["resume", "stop"]);
  });

  it("charges what asking cost to who was asked", () => {
    const state = after(planWith(), collected("p2", 1));
    expect(state.participants.map((p) => p.spend.calls)).toEqual([0, 1]);
    expect(state.participants[1]?.spend.costMicroUsd).toBe(1_000);
  });

  it("keeps the beginning of a question while it is open, and never an answer", () => {
    const questions = [{ id: "q1", text: "long ".repeat(200), askedBy: ["p1"] }];
    const long: DraftEvent = { type: "clarification.asked", at: "t", data: { iteration: 1, questions } };
    const waiting = after(planWith(), toBrief(long));
    expect(waiting.clarification?.batch[0]?.text).toHaveLength(280);
    const done = reduce(waiting, answered("a secret answer", "q1"));
    expect(done.clarification).toMatchObject({ batch: [], total: 1, askedAt: null });
    expect(JSON.stringify(done)).not.toContain("secret");
  });

  it("tells what it waits for, with what is answered already", () => {
    const plan = planWith();
    const waiting = after(plan, asked(1, "q1", "q2"), answered("yes", "q1"));
    expect(pendingOf(waiting)).toEqual({
      type: "answers",
      questions: [
        { id: "q1", text: "What about q1?", askedBy: ["p1"], answered: true },
        { id: "q2", text: "What about q2?", askedBy: ["p1"], answered: false },
      ],
    });
    expect(pendingOf(after(plan))).toBeNull();
    expect(pendingOf(initialState(planFor()))).toBeNull();
    expect(pendingOf(reduce(waiting, event("debate.cancelled", { status: "cancelled" })))).toBeNull();
  });
});

describe("answers that can not be taken", () => {
  const waiting = after(planWith(), asked(1, "q1"), answered("yes", "q1"), asked(2, "q2", "q3"));
  const problems = (answers: unknown, underWay = NOBODY) => answerProblems(waiting, answers, underWay);

  it("are named one by one with their pointers", () => {
    expect(
      problems([
        { questionId: "q2", answer: "Yes." },
        { questionId: "q1", answer: "Again." },
        { questionId: "q9", answer: " " },
        { questionId: "q2", answer: "Twice." },
        { questionId: 3 },
        null,
      ]),
    ).toEqual([
      { pointer: "/answers/1/questionId", detail: "q1 has been answered already" },
      { pointer: "/answers/2/questionId", detail: "there is no question q9" },
      { pointer: "/answers/2/answer", detail: "must be a text that is not blank, or null to skip" },
      { pointer: "/answers/3/questionId", detail: "is answered twice here" },
      { pointer: "/answers/4/questionId", detail: "must be a text" },
      { pointer: "/answers/4/answer", detail: "must be a text that is not blank, or null to skip" },
      { pointer: "/answers/5/questionId", detail: "must be a text" },
      { pointer: "/answers/5/answer", detail: "must be a text that is not blank, or null to skip" },
    ]);
  });

  it("are none at all, or something else than a list", () => {
    for (const nothing of [undefined, [], "q2", {}])
      expect(problems(nothing)).toEqual([{ pointer: "/answers", detail: "must be a list of at least one answer" }]);
  });

  it("are those whose question is being answered by somebody else", () => {
    expect(problems([{ questionId: "q3", answer: "Mine." }], new Set(["q3"]))).toEqual([
      { pointer: "/answers/0/questionId", detail: "q3 has been answered already" },
    ]);
    expect(problems([{ questionId: "q3", answer: "Mine." }])).toEqual([]);
  });
});

describe("clarifications with any outcome", () => {
  it("end within their iterations, ask nobody twice in one, and repeat from their events", () => {
    const outcome = fc.record({
      order: fc.boolean(),
      asks: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 4, maxLength: 4 }),
      answers: fc.array(fc.constantFrom("given", "late", "paused"), { minLength: 12, maxLength: 12 }),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 2, max: 4 }),
        fc.array(outcome, { minLength: 10, maxLength: 10 }),
        (maxIterations, speakers, outcomes) => {
          const plan = planWith({ maxIterations, answerTimeoutMs: 1_000 }, speakers);
          const { state, events, ids } = clarify(plan, outcomes);
          expect(state.status).toBe("running");
          expect(state.clarification?.iterations).toBeLessThanOrEqual(maxIterations);
          expect(new Set(ids).size).toBe(ids.length);
          expect(ids.length).toBe((state.clarification?.iterations ?? 0) * speakers);
          expect(openQuestions(state)).toEqual([]);
          expect(events.reduce(reduce, initialState(plan))).toEqual(state);
        },
      ),
      { numRuns: runs(1_000) },
    );
  });
});

interface Outcome {
  /** The last participant's questions come in first. */
  order: boolean;
  asks: number[];
  answers: string[];
}

const NOTHING_ASKED: Outcome = { order: false, asks: [], answers: [] };

/** Plays one outcome for each collection. */
function clarify(plan: DebatePlan, outcomes: Outcome[]) {
  const debate = new ScriptedDebate(plan);
  const ids: string[] = [];
  let steps = 0;
  const script: Script = {
    // One at a time: the step comes again with the rest.
    perform(act) {
      const { iterations = 0 } = debate.state.clarification ?? {};
      const { order, asks } = outcomes[iterations] ?? NOTHING_ASKED;
      const step = debate.steps.at(-1);
      const acts = step?.kind === "acts" ? step.acts : [];
      if (act.id !== acts.at(order ? -1 : 0)?.id) return null;
      if (typeof act.by === "string") throw new Error("participants are asked");
      ids.push(act.id);
      debate.take(collected(act.by.participantId, asks[ids.length % 4] ?? 0, iterations + 1));
      return null;
    },
    gatherQuestions(iteration) {
      const { iterations = 0, total = 0 } = debate.state.clarification ?? {};
      const { asks } = outcomes[iterations] ?? NOTHING_ASKED;
      const count = asks.slice(0, plan.participants.length).reduce((a, b) => a + b, 0);
      debate.take(asked(iteration, ...Array.from({ length: count }, (_, i) => `q${total + i + 1}`)));
    },
    awaitAnswers() {
      const { iterations = 0 } = debate.state.clarification ?? {};
      const how = outcomes[iterations - 1]?.answers[steps % 12];
      if (how === "paused") {
        debate.take(status("paused", "settled"));
        expect(debate.command("submitAnswers")).toBe(false);
        expect(debate.command("resume")).toBe(true);
      }
      const [first = ""] = openQuestions(debate.state);
      expect(answerProblems(debate.state, [{ questionId: first, answer: "x" }], NOBODY)).toEqual([]);
      if (how === "late") return true;
      debate.take(answered("x", first));
      return false;
    },
  };
  debate.begin();
  for (; steps < 500 && debate.state.status === "clarifying"; steps++) debate.step(script);
  return { state: debate.state, events: debate.events, ids };
}
