import { expect, test } from "vitest";
import { createLinks } from "../../../api/base/links.ts";
import { costReport } from "../../../api/debates/cost-report.ts";
import { debateView, summaryView } from "../../../api/debates/view.debates-api.ts";
import { eventView } from "../../../api/events/view.event-api.ts";
import { configOf } from "../../../domain/play/beginning/configure.beginning.ts";
import { planOf } from "../../../domain/play/beginning/create-plan.ts";
import type { DraftEvent, LogEvent } from "../../../domain/play/events/events.ts";
import { reduceLog } from "../../../domain/play/state/reduce.ts";
import { initialState } from "../../../domain/rules/protocols/initial-state.ts";
import { DebateRequest } from "../../../domain/rules/request/debate-request.ts";
import { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { NO_SPEND } from "../../../domain/shapes/state/costs.state.ts";
import type { DebateState, Spend } from "../../../domain/shapes/state/state.ts";
import { CONCLUSION } from "../../support/debates/conclusions.ts";
import { verdictIn } from "../../support/models/replies.ts";
import { SHORT } from "../../support/random/plans.ts";
import { assessment, event, result, turn, turnCompleted, usage } from "../events/debate-events.ts";
import { catalogue, demoRequest } from "../requests.ts";

const NOWHERE = { publicUrl: null, temporalUiUrl: null, namespace: "default" } as Parameters<typeof createLinks>[0];
const links = createLinks(NOWHERE).debate("deb-1");
const spent = (costMicroUsd: number | null): Spend => ({ ...NO_SPEND, inputTokens: 10, calls: 1, costMicroUsd });

function recordOf(changes: Partial<DebateState> = {}, request: Record<string, unknown> = {}) {
  const config = configOf(DebateRequest.parse(demoRequest(request)), catalogue);
  const plan = planOf({ tenant: "default", debateId: "deb-1", config, durations: SHORT, continueAfterEvents: 1 });
  const state = { ...initialState(plan), ...changes };
  return { tenant: "default", id: "deb-1", version: 3, config, state, createdAt: "2026-11-21T12:00:00.000Z" };
}

const viewOf = (record: ReturnType<typeof recordOf>) => debateView({ record, assessments: [], result: null, links });
const numbered = (events: DraftEvent[]) => events.map((e, i) => ({ id: i + 1, ...e }));
const people = (...costs: (number | null)[]) =>
  costs.map((cost, i) => ({ id: `p${i + 1}`, status: "active" as const, retries: 0, spend: spent(cost) }));

test("A debate's view is what the schema says, with the assessments and the result that are stored.", () => {
  const record = recordOf({ status: "completed" });
  const view = debateView({ record, assessments: [assessment()], result: result(), links });
  expect(Debate.parse(view)).toEqual(view);
  expect(view.assessments).toEqual([{ round: 1, qualityScore: 7, shouldContinue: true, flags: assessment().flags }]);
  expect(verdictIn(view.result)?.winner?.participant).toBe("p1");
});

test("Money is summed exactly and shown in USD, by participant, judge and model.", () => {
  const view = viewOf(recordOf({ participants: people(100_001, 200_002), judge: spent(300_003) }));
  expect(view.participants.map((p) => p.costUsd)).toEqual([0.100001, 0.200002]);
  expect(view.judge?.costUsd).toBe(0.300003);
  expect(view.cost.totalUsd).toBe(0.600006);
  expect(view.cost.byModel).toEqual({ "demo/debater": 0.300003, "demo/judge": 0.300003 });
  expect(view.usage).toMatchObject({ inputTokens: 30, calls: 3 });
});

test("A sum with an unpriced call is null, and only such a sum.", () => {
  const view = viewOf(recordOf({ participants: people(1_000, null), judge: spent(2_000) }));
  expect(view.participants.map((p) => p.costUsd)).toEqual([0.001, null]);
  expect(view.cost).toMatchObject({ totalUsd: null, byModel: { "demo/debater": null, "demo/judge": 0.002 } });
});

test("The allowed commands come from the lifecycle.", () => {
  expect(viewOf(recordOf()).allowed).toEqual(["configure", "validate", "stop"]);
  expect(viewOf(recordOf({ status: "running" })).allowed).toEqual(["pause", "stop"]);
  expect(viewOf(recordOf({ status: "running", pausing: true })).allowed).toEqual(["resume", "stop"]);
  expect(viewOf(recordOf({ status: "completed" })).allowed).toEqual([]);
});

test("Prompt sources name who brought a system prompt of their own.", () => {
  const { participants } = demoRequest();
  const own = { ...participants[1], systemPrompt: "Be brief." };
  const view = viewOf(recordOf({}, { participants: [participants[0], own] }));
  expect(view.promptSources).toEqual({ p1: "built-in", p2: "custom", judge: "built-in" });
  expect(JSON.stringify(view)).not.toContain("Be brief.");
  const named = viewOf(
    recordOf({}, { participants: [participants[0], { ...own, systemPromptFrom: "prompts/ben.md" }] }),
  );
  expect(named.promptSources).toMatchObject({ p2: "custom: prompts/ben.md" });
});

test("Links are paths, or absolute under the public address, with Temporal's page when it has one.", () => {
  expect(links).toMatchObject({ self: "/v1/debates/deb-1", events: "/v1/debates/deb-1/events", temporal: null });
  const outside = { ...NOWHERE, publicUrl: "https://parley.example/", temporalUiUrl: "http://127.0.0.1:8233" };
  const absolute = createLinks(outside).debate("deb-1");
  expect(absolute.transcript).toBe("https://parley.example/v1/debates/deb-1/transcript");
  expect(absolute.temporal).toBe("http://127.0.0.1:8233/namespaces/default/workflows/deb-1");
});

test("A summary cuts a long topic to one line of 200 characters.", () => {
  const summary = summaryView(recordOf({}, { topic: `One\n${"😀".repeat(500)}` }), links);
  expect(summary.topic).toMatch(/^One 😀{195}…$/u);
});

test("A summary has the first sentence of the conclusion's answer beside the winner, cut where it is long.", () => {
  const outcomeOf = (text: string) => {
    const answer = { text, stance: null };
    const concluded = { ...result(), conclusion: { ...CONCLUSION, answer } };
    const record = recordOf();
    const state = reduceLog(record.state, numbered([event("result.completed", { result: concluded })]));
    return summaryView({ ...record, state }, links).outcome;
  };
  expect(outcomeOf("Close it at 8 p.m. on Fridays. Then wait.")).toMatchObject({
    type: "verdict",
    answer: "Close it at 8 p.m. on Fridays.",
  });
  expect(outcomeOf("long ".repeat(1_000))?.answer).toMatch(/^(long ){31}long…$/);
  expect(summaryView(recordOf({}), links).outcome).toBeNull();
});

const FAILURE = { kind: "timeout", message: "too slow", attempt: 1, waitMs: 1_000 };

test("The cost report counts every attempt once, by participant, model, round and outcome.", () => {
  const place = { round: 1, phase: "opening", participantId: "p2", turnId: "g1-r1-t2" };
  const second = turn({ id: "g1-r1-t2", participantId: "p2", index: 2, costUsd: 0.002 });
  const { verdict, usage: paid, costUsd, latencyMs, at } = result();
  const made = { usage: paid, costUsd, latencyMs, attempt: 1, at };
  const blind = { labels: {}, replaced: [], kept: [] };
  const cast = { id: "g1-b1-given", judge: "demo/judge", order: "given" as const, verdict, blind, ...made };
  const report = costReport(
    recordOf(),
    numbered([
      turnCompleted,
      event("turn.failed", { ...place, ...FAILURE, usage: usage({ outputTokens: 0 }), costUsd: 0.0005 }),
      event("turn.completed", { ...place, turn: second }),
      event("judge.failed", { round: 1, actId: "g1-r1-assessment", ...FAILURE, usage: usage(), costUsd: 0.001 }),
      event("assessment.completed", { round: 1, assessment: assessment() }),
      event("judge.failed", { round: 1, actId: "g1-b1-given", ...FAILURE, usage: usage(), costUsd: 0.001 }),
      event("ballot.completed", { round: 1, ballot: cast }),
      event("result.completed", { result: result() }),
    ]),
  );
  const all = { usage: usage({ inputTokens: 1_400, outputTokens: 300, calls: 7 }), costUsd: 0.0145, cachedShare: 0 };
  expect(report.total).toEqual(all);
  expect(report.byParticipant.map((p) => [p.participantId, p.costUsd, p.usage.calls])).toEqual([
    ["p1", 0.001, 1],
    ["p2", 0.0025, 2],
  ]);
  expect(report.judge).toMatchObject({ model: "demo/judge", costUsd: 0.011, usage: { calls: 4 } });
  expect(report.byModel.map((m) => [m.model, m.costUsd])).toEqual([
    ["demo/debater", 0.0035],
    ["demo/judge", 0.011],
  ]);
  expect(report.byRound.map((r) => [r.round, r.costUsd])).toEqual([
    [1, 0.0085],
    [null, 0.006],
  ]);
  expect(report.byOutcome.map((o) => [o.outcome, o.usage.calls])).toEqual([
    ["completed", 4],
    ["failed", 3],
  ]);
});

test("An event names its id, its type and its time first, and no payload replaces them.", () => {
  const data = { text: "Hello", id: 99, type: "other" } as unknown as LogEvent<"turn.delta">["data"];
  const view = eventView({ id: 7, type: "turn.delta", at: "2026-11-21T12:00:00.000Z", data });
  expect(Object.entries(view)).toEqual([
    ["id", 7],
    ["type", "turn.delta"],
    ["at", "2026-11-21T12:00:00.000Z"],
    ["text", "Hello"],
  ]);
});
