/** Brief events as the log would have them: with texts, and with all that the workflow does not keep. */
import { billedOf, NO_SPEND } from "../../../domain/budget/costs.ts";
import type { BriefEvent, DraftEvent, EventBriefs, EventPayloads } from "../../../domain/events/events.ts";
import type { Verdict } from "../../../domain/schemas/ballot.ts";
import type { ConclusionText } from "../../../domain/schemas/conclusion.ts";
import type { ControlArm } from "../../../domain/schemas/control-arm.ts";
import type { Result } from "../../../domain/schemas/result.ts";

const AT = "2026-11-21T12:00:00.000Z";
const MADE = { latencyMs: 5, attempt: 1, at: AT };

type Briefed =
  | "positions.assigned"
  | "clarification.asked"
  | "turn.completed"
  | "assessment.completed"
  | "vote.completed"
  | "ballot.completed"
  | "conclusion.completed"
  | "control_arm.answered"
  | "control_arm.counted"
  | "context.summarized"
  | "evaluation.completed"
  | "result.completed";

const CONCLUSION: ConclusionText = {
  answer: { text: "Trams first.", stance: null },
  cruxes: [],
  wouldChange: [],
  evidence: [],
  minority: null,
  nextSteps: [],
};

/** The types whose brief form is another than the whole one. */
const WHOLE: { [T in Briefed]: (data: EventBriefs[T]) => EventPayloads[T] } = {
  "positions.assigned": (data) => ({
    ...data,
    positions: [{ participantId: "p1", position: "Trams are better.", source: "assigned" }],
    reasoning: "They differ.",
  }),
  "clarification.asked": (data) => data,
  "turn.completed": ({ turn: { length, critique, ...turn }, ...about }) => ({
    ...about,
    turn: {
      ...turn,
      participant: "Ada",
      text: "x".repeat(length),
      ...(critique && { critique: critiqueOf(critique) }),
      model: "demo/debater",
      firstTokenMs: 1,
      promptSha256: "0".repeat(64),
      at: AT,
    },
  }),
  "assessment.completed": ({ assessment: { measured, ...assessment }, round }) => ({
    round,
    assessment: {
      ...assessment,
      id: `g1-r${round}-assessment`,
      judge: "demo/judge",
      assessments: [],
      measured: { ...UNMEASURED, ...measured },
      reasoning: "Both were clear.",
      recommendations: [],
      ...MADE,
    },
  }),
  "vote.completed": ({ vote, ...about }) => ({
    ...about,
    vote: { ...vote, judge: "demo/judge", reasoning: "Evidence decided.", ...MADE },
  }),
  "ballot.completed": ({ ballot: { winner, ...ballot }, ...about }) => ({
    ...about,
    ballot: {
      ...ballot,
      verdict: verdictOf({ winner: winner === null ? null : { participant: winner, reasoning: "evidence" } }),
      blind: { labels: {}, replaced: [], kept: [] },
      ...MADE,
    },
  }),
  "conclusion.completed": ({ round, conclusion }) => ({
    round,
    conclusion: { ...conclusion, model: "demo/judge", text: CONCLUSION, ...MADE },
  }),
  "control_arm.answered": ({ answer, ...about }) => ({
    ...about,
    answer: { ...answer, model: "demo/debater", answer: "Trams.", reasons: [], wouldChange: "Figures.", ...MADE },
  }),
  "control_arm.counted": ({ count, ...about }) => ({ ...about, count: { ...count, controlArm: ARM, ...MADE } }),
  "context.summarized": ({ summary, ...about }) => ({ ...about, summary: { ...summary, text: "In short: trams." } }),
  "evaluation.completed": ({ evaluation, round }) => ({
    round,
    evaluation: {
      ...evaluation,
      id: `g1-r${round}-evaluation`,
      judge: "demo/judge",
      reasoning: "They agree.",
      ...MADE,
    },
  }),
  "result.completed": ({ result }) => ({ result: resultOf(result) }),
};

const ARM: ControlArm = {
  calls: 2,
  answered: 2,
  answer: "Trams.",
  share: 1,
  interval: { low: 0.34, high: 1 },
  groups: [{ answer: "Trams.", count: 2, answers: ["g1-alone-1", "g1-alone-2"] }],
  debate: "Trams.",
  differs: false,
  judge: "demo/judge",
  ...billedOf(NO_SPEND),
};

const UNMEASURED = {
  repetition: [],
  diminishingReturns: false,
  drifting: [],
  trends: { quality: null, novelty: null, engagement: null, length: null },
};

function critiqueOf({
  critical,
  score,
  readyForSynthesis,
}: NonNullable<EventBriefs["turn.completed"]["turn"]["critique"]>) {
  const grave = Array.from({ length: critical }, () => ({
    severity: "critical" as const,
    description: "It is wrong.",
  }));
  const issues = [...grave, { severity: "minor" as const, description: "It is long." }];
  return { critique: "Look again.", issues, score, readyForSynthesis };
}

function verdictOf({ winner, scores = {} }: Pick<Verdict, "winner"> & Partial<Verdict>): Verdict {
  return {
    summary: "One made the better case.",
    keyPoints: {},
    areasOfAgreement: [],
    areasOfDisagreement: [],
    winner,
    criterionScores: {},
    scores,
    criteria: {},
    reasoning: "Evidence decided.",
    qualityScore: 75,
    insights: [],
    dissent: [],
  };
}

function resultOf(digest: EventBriefs["result.completed"]["result"]): Result {
  const conclusion = {
    contested: false,
    ballots: [],
    agreement: null,
    dissent: [],
    degraded: [],
    endedBy: "limit" as const,
    latencyMs: 5,
    at: AT,
    usage: digest.usage,
    costUsd: digest.costUsd,
  };
  if (digest.type === "unjudged") return { type: "unjudged", ...conclusion };
  if (digest.type === "verdict") {
    const { winner, winningSide: side, scores } = digest;
    const who = { ...(winner !== null && { participant: winner }), ...(side && { side }) };
    const found = winner === null && !side ? null : { ...who, reasoning: "evidence" };
    return { type: "verdict", verdict: verdictOf({ winner: found, scores }), ...conclusion };
  }
  const answer = { text: "Trams.", earlyStopped: false, rounds: 2, turnId: "g1-r2-t3", synthesizedBy: "p1" };
  if (digest.type === "answer") return { type: "answer", answer: { ...answer, score: digest.score }, ...conclusion };
  const solution = { description: "Trams.", implementation: null, tradeoffs: [], recommendations: [] };
  const { confidence } = digest;
  return { type: "solution", solution: { ...solution, confidence, synthesizedBy: "demo/judge" }, ...conclusion };
}

export function toWhole({ type, at, data }: BriefEvent): DraftEvent {
  const whole = (WHOLE as Record<string, (brief: never) => object>)[type];
  return { type, at, data: whole ? whole(data as never) : data } as DraftEvent;
}
