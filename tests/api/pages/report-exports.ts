/** Exports of debates for the tests of their reports. */

import type { DebateConfig } from "../../../domain/shapes/plan/config.plan.ts";
import type { Assessment } from "../../../domain/shapes/schemas/assessment.schema.ts";
import type { Ballot } from "../../../domain/shapes/schemas/ballot.ts";
import type { ClaimCheck } from "../../../domain/shapes/schemas/claims.schema.ts";
import type { Conclusion } from "../../../domain/shapes/schemas/conclusion.schema.ts";
import type { ControlArm } from "../../../domain/shapes/schemas/control-arm.schema.ts";
import type { ToolUse } from "../../../domain/shapes/schemas/tool-use.ts";
import type { Turn } from "../../../domain/shapes/schemas/turn.schema.ts";
import { buildTrace } from "../../../domain/show/export/trace.ts";
import type { TranscriptExport } from "../../../domain/show/export/transcript.export.ts";
import { CONCLUSION } from "../../support/debates/conclusions.ts";
import {
  assessmentOf,
  ballotOf,
  configFor,
  debateOf,
  resultOf,
  roundsOf,
  speaker,
  turnOf,
  USAGE,
  verdictOf,
} from "../../support/debates/transcripts.ts";

const AT = "2026-11-21T12:00:00.000Z";
export const config = configFor();
type Event = TranscriptExport["events"][number];

/** A log that tells of these turns and assessments. */
function logOf(turns: Turn[], assessments: Assessment[]): Event[] {
  const rounds = [...new Set(turns.map(({ round }) => round))];
  const events = rounds.flatMap((round) => [
    { type: "round.started", data: { round } },
    ...turns
      .filter((turn) => turn.round === round)
      .flatMap((turn) => {
        const about = { round, phase: turn.phase, participantId: turn.participantId, turnId: turn.id };
        return [
          { type: "turn.started", data: { ...about, model: turn.model, attempt: 1 } },
          { type: "turn.completed", data: { ...about, turn } },
        ];
      }),
    ...assessments
      .filter((assessment) => assessment.round === round)
      .map((assessment) => ({ type: "assessment.completed", data: { round, assessment } })),
  ]);
  return events.map((event, i) => ({ id: i + 1, at: AT, ...event }));
}

export function exportOf(
  changes: Partial<TranscriptExport> = {},
  more: Omit<Event, "id" | "at">[] = [],
): TranscriptExport {
  const { turns = roundsOf(config, 2), assessments = [assessmentOf(config, 1)] } = changes;
  const result = changes.result === undefined ? resultOf(verdictOf(config)) : changes.result;
  const debate = { ...(changes.debate ?? debateOf(config)), result };
  const events = logOf(turns, assessments);
  for (const event of more) events.push({ id: events.length + 1, at: AT, ...event });
  const parts = { debate, turns, assessments, result };
  const trace = buildTrace({ ...parts, events: [] });
  return { summaries: [], questions: [], decisions: [], trace, events, ...changes, ...parts };
}

/** Every text of a conclusion that a model writes. */
function conclusionBy(write: () => string): Conclusion {
  const { cruxes, evidence, support } = CONCLUSION;
  const point = () => ({ point: write(), turn: "g1-r1-t1" });
  return {
    answer: { text: write(), stance: "for" },
    support: { ...support, because: [write()] },
    cruxes: cruxes.map((crux) => ({
      ...crux,
      question: write(),
      points: { p1: point(), p2: point() },
      unanswered: write(),
    })),
    wouldChange: [{ observation: write(), effect: write() }],
    evidence: evidence.map((item) => ({ ...item, claim: write(), refs: ["E1", write()] })),
    minority: { case: write(), holders: ["p2"], ballots: ["g1-b1-given"] },
    nextSteps: [{ action: write(), crux: 1 }],
    writtenBy: write(),
  };
}

/** Claims of every status, with every reason of the code's. */
function claimsBy(write: () => string): ClaimCheck[] {
  const claim = () => ({ claim: write(), turnIds: ["g1-r1-t1"], refs: ["E1", write()], quotes: [], why: write() });
  const lost = { ...claim(), status: "unverified" as const };
  return [
    { ...claim(), status: "supported", quotes: [{ ref: "E1", text: write() }], missingRefs: [write()] },
    { ...claim(), status: "contradicted" },
    { ...lost, unverifiedBecause: "no_quote" },
    { ...lost, unverifiedBecause: "quote_not_found" },
    { ...lost, unverifiedBecause: "no_such_exhibit", missingRefs: [write()] },
  ];
}

/** Something else in every place that models and owners write: `write` is asked for each. */
export function written(write: () => string): TranscriptExport {
  const participants = [speaker(0, { name: write(), position: write(), persona: write() }), speaker(1)];
  const of: DebateConfig = configFor({ participants });
  const debate = debateOf(of, {
    topic: write(),
    context: write(),
    tags: [write()],
    degraded: [{ what: write(), why: write() }],
    exhibits: [
      { id: "E1", title: write(), text: write(), source: write(), url: write(), debate: write() },
      { id: "E2", title: write(), text: "", url: "https://example.org/found", foundAt: AT },
    ],
    error: { code: "provider-unavailable", message: write(), suggestion: write(), round: 1 } as never,
    knownOutcome: { outcome: "right", note: write(), at: "2026-11-21T06:00:00.000Z" },
  });
  const verdict = verdictOf(of, {
    summary: write(),
    reasoning: write(),
    insights: [write()],
    keyPoints: { p1: [write()] },
    areasOfAgreement: [write()],
    areasOfDisagreement: [write()],
    criteria: { logic: write() },
    winner: { participant: "p1", reasoning: write() },
  });
  const ballot = (id: string): Ballot => {
    const { verdict: _verdict, ...cast } = ballotOf(of, { id });
    return { ...cast, winner: "p1", scores: { p1: 81.5 }, valid: true, reasoning: write() };
  };
  const ballots = [ballot("g1-b1-given"), ballot("g1-b1-reversed")];
  const controlArm: ControlArm = {
    calls: 3,
    answered: 3,
    answer: write(),
    share: 0.67,
    groups: [
      { answer: write(), count: 2, answers: ["g1-alone-1", "g1-alone-2"] },
      { answer: write(), count: 1, answers: ["g1-alone-3"] },
    ],
    debate: write(),
    differs: true,
    judge: "demo/judge",
    usage: USAGE,
    costUsd: 0.002,
  };
  const vote = { before: { for: 1, against: 2, undecided: 3 }, after: { for: 4, against: 5, undecided: 6 } };
  const dissent = [write()];
  const result = resultOf(verdict, {
    conclusion: conclusionBy(write),
    claims: claimsBy(write),
    ballots,
    agreement: { winnerAgreement: { judges: 0.25, orders: 0.75 } },
    dissent,
    controlArm,
    vote: { ...vote, swing: { for: 3, against: 3 } },
  });
  const place = { round: 1, index: 1 };
  const flip = { participant: "p1", from: write(), to: write(), cause: null, prompted: false };
  const measured = {
    repetition: [{ turnId: "g1-r1-t2", with: "g1-r1-t1", by: "overlap", overlap: 0.91 }],
    diminishingReturns: true,
    drifting: ["p2"],
    trends: { quality: "stable", novelty: null, engagement: null, length: null },
  } as never;
  const question = { id: "q1", text: write(), askedBy: ["p1"] };
  const answer = write();
  const decision = {
    id: "d1",
    question: write(),
    options: [{ id: "retry", label: write() }],
    made: { option: "retry", by: "owner", params: { attempts: 3 } },
  };
  const summary = { id: "s", until: { round: 1, index: 2 }, before: 4_321, after: 987 };
  const judge = { model: write(), temperature: 0, panel: [], bothOrders: true };
  const rejudgement = {
    id: "j1",
    status: "completed",
    judge,
    result: resultOf(verdictOf(of, { summary: write(), reasoning: write(), qualityScore: 33 })),
    error: null,
    costUsd: 0.123,
    warnings: [{ detail: write() }],
  };
  const aside = {
    id: "g1-r1-poll-1",
    participantId: "p1",
    round: 1,
    stance: 41,
    confidence: 59,
    answer: write(),
    reasons: [write()],
    cause: write(),
  };
  const found = { round: 1, stances: [{ participantId: "p1", stance: 41, change: null }], meanChange: 7.3 };
  const conformity = { ...found, stable: true, hollow: true };
  const use = (id: string) => ({ id, input: write(), exhibits: [], latencyMs: 1_500, at: AT });
  const tools: ToolUse[] = [
    { ...use("g1-r1-t1-u1"), type: "web_search", tool: "web_search", status: "done", exhibits: ["E2"] },
    { ...use("g1-r1-t1-u2"), type: "retrieval", tool: "passages", status: "done" },
    { ...use("g1-r1-t1-u3"), type: "mcp", server: write(), tool: write(), status: "failed", message: write() },
  ];
  const judged = { round: 1, phase: "checking", participantId: "_judge", turnId: "g1-claims", exhibits: [] };
  const judgesUse: ToolUse = { ...use("g1-claims-u1"), type: "mcp", tool: write(), status: "done", exhibits: ["E2"] };
  const turns = [
    turnOf(of, place, { text: write(), tools, citations: [{ ref: "E1", quoted: write(), found: false }] }),
    turnOf(of, { round: 1, index: 2 }, { text: write(), status: "failed" }),
  ];
  const reasons = { participant: "p1", scores: { logic: 7 }, score: 6.25, strengths: [write()], weaknesses: [write()] };
  const told = { reasoning: write(), recommendations: [write()], assessments: [reasons], flips: [flip], measured };
  const changes = {
    debate: { ...debate, conformity: [conformity] },
    polls: [aside],
    turns,
    assessments: [assessmentOf(of, 1, told)],
    evaluations: [],
    result,
    questions: [{ ...question, answer }],
    decisions: [decision],
    rejudgements: [rejudgement],
  } as unknown as Partial<TranscriptExport>;
  const whole = exportOf(changes, [
    { type: "clarification.asked", data: { questions: [question] } },
    { type: "clarification.answered", data: { answers: [{ questionId: "q1", answer }] } },
    { type: "poll.measured", data: { round: 1, conformity } },
    { type: "exhibits.found", data: { ...judged, use: judgesUse } },
    { type: "context.warning", data: { round: 1, participantId: null, use: 0.77, strategy: "summarize" } },
    { type: "context.summarized", data: { round: 1, participantId: null, summary } },
  ]);
  return { ...whole, trace: { ...whole.trace, userRating: { rating: 4, comment: write() } as never } };
}
