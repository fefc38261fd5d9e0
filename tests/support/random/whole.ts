/** Brief events as the log would have them: with texts, and with all that the workflow does not keep. */

import type { BriefEvent, DraftEvent, EventBriefs, EventPayloads } from "../../../domain/play/events/events.ts";
import type { Verdict } from "../../../domain/shapes/schemas/ballot.ts";
import type { ClaimCheck } from "../../../domain/shapes/schemas/claims.schema.ts";
import type { Conclusion, ConclusionText } from "../../../domain/shapes/schemas/conclusion.schema.ts";
import type { ControlArm } from "../../../domain/shapes/schemas/control-arm.schema.ts";
import type { Plurality } from "../../../domain/shapes/schemas/plurality.schema.ts";
import { EVIDENCE_STATUSES } from "../../../domain/shapes/schemas/quoted-passage.ts";
import type { Result } from "../../../domain/shapes/schemas/result.schema.ts";
import { billedOf, NO_SPEND } from "../../../domain/shapes/state/costs.state.ts";

const AT = "2026-11-21T12:00:00.000Z";
const MADE = { latencyMs: 5, attempt: 1, at: AT };

type Briefed =
  | "answers.grouped"
  | "positions.assigned"
  | "clarification.asked"
  | "turn.completed"
  | "assessment.completed"
  | "vote.completed"
  | "ballot.completed"
  | "claims.checked"
  | "claims.confirmed"
  | "conclusion.completed"
  | "answer.reviewed"
  | "control_arm.answered"
  | "control_arm.counted"
  | "output.completed"
  | "ranking.cast"
  | "poll.taken"
  | "poll.measured"
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

function checkedClaim(status: ClaimCheck["status"], i: number): ClaimCheck {
  return { claim: `Trams are ${status} ${i}.`, turnIds: ["g1-r1-t1"], refs: [], status, quotes: [], why: "So it is." };
}

/** The types whose brief form is another than the whole one. */
const WHOLE: { [T in Briefed]: (data: EventBriefs[T]) => EventPayloads[T] } = {
  "positions.assigned": (data) => ({
    ...data,
    positions: [{ participantId: "p1", position: "Trams are better.", source: "assigned" }],
    reasoning: "They differ.",
  }),
  "clarification.asked": (data) => data,
  "answers.grouped": ({ groups, ...about }) => ({
    ...about,
    groups: { ...groups, groups: [], model: "demo/debater", latencyMs: 1, attempt: 1, at: AT },
  }),
  "turn.completed": ({ turn: { length, critique, answer, repeats, ...turn }, ...about }) => ({
    ...about,
    turn: {
      ...turn,
      participant: "Ada",
      text: "x".repeat(length),
      ...(critique && { critique: critiqueOf(critique) }),
      ...(answer !== undefined && { answer: { reasoning: "Because.", answer, confidence: 50 } }),
      ...(repeats && { repetition: NEAREST }),
      model: "demo/debater",
      firstTokenMs: 1,
      promptSha256: "0".repeat(64),
      at: AT,
    },
  }),
  "assessment.completed": ({ assessment: { measured, repeating = 0, ...assessment }, round }) => ({
    round,
    assessment: {
      ...assessment,
      id: `g1-r${round}-assessment`,
      judge: "demo/judge",
      assessments: [],
      measured: { ...UNMEASURED, ...measured, repetition: Array.from({ length: repeating }, () => REPEATED) },
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
  "claims.checked": ({ round, claims: { supported, contradicted, unverified, oneJudge = 0, ...claims } }) => ({
    round,
    claims: {
      ...claims,
      model: "demo/judge",
      claims: EVIDENCE_STATUSES.flatMap((status) =>
        Array.from({ length: { supported, contradicted, unverified }[status] }, (_, i) => ({
          ...checkedClaim(status, i),
          ...(status === "unverified" && i < oneJudge && { unverifiedBecause: "one_judge" as const }),
        })),
      ),
      ...MADE,
    },
  }),
  "claims.confirmed": ({ confirmed, ...about }) => ({
    ...about,
    confirmed: { ...confirmed, model: "demo/judge", readings: [], ...MADE },
  }),
  "conclusion.completed": ({ round, conclusion }) => ({
    round,
    conclusion: { ...conclusion, model: "demo/judge", text: CONCLUSION, ...MADE },
  }),
  "answer.reviewed": ({ review, ...about }) => ({
    ...about,
    review: { ...review, order: "given", reason: "So it is.", ...MADE },
  }),
  "control_arm.answered": ({ answer, ...about }) => ({
    ...about,
    answer: { ...answer, model: "demo/debater", answer: "Trams.", reasons: [], wouldChange: "Figures.", ...MADE },
  }),
  "control_arm.counted": ({ count, ...about }) => ({ ...about, count: { ...count, controlArm: ARM, ...MADE } }),
  "output.completed": ({ output, ...about }) => ({
    ...about,
    output: { ...output, value: { answer: "Trams." }, model: "demo/judge", ...MADE },
  }),
  "ranking.cast": ({ ranking, ...about }) => ({
    ...about,
    ranking: {
      ...ranking,
      round: about.round,
      model: "demo/debater",
      places: [["p2"]],
      reasons: { p2: "It is right." },
      ...MADE,
    },
  }),
  "poll.taken": ({ poll, ...about }) => ({
    ...about,
    poll: {
      ...poll,
      ...about,
      model: "demo/debater",
      answer: "Trams.",
      reasons: ["They are quiet."],
      cause: poll.causeKind === null ? null : poll.causeKind === "exhibit" ? "E1" : "g1-r1-t1",
      ...MADE,
    },
  }),
  "poll.measured": ({ conformity, round, ...about }) => ({
    round,
    ...about,
    conformity: {
      ...conformity,
      id: `g1-r${round}-conformity`,
      stances: [{ participantId: "p1", stance: 50, change: null }],
      meanChange: null,
      spread: null,
      largeChanges: 0,
      caused: 0,
      overlap: null,
      hollowBecause: conformity.hollow ? ["reasons_differ"] : [],
    },
  }),
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
  groups: [{ answer: "Trams.", count: 2, answers: ["g1-alone-1", "g1-alone-2"] }],
  debate: "Trams.",
  differs: false,
  judge: "demo/judge",
  ...billedOf(NO_SPEND),
};

const NEAREST = { with: "g1-r1-t1", overlap: 1, by: "overlap" as const };
const REPEATED = { turnId: "g1-r2-t1", ...NEAREST };

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

function pluralityOf({ share, answer }: { share: number | null; answer?: string }): Plurality {
  return {
    answers: { type: "text" },
    answer: answer ?? null,
    share,
    asked: 3,
    answered: share === null ? 0 : 3,
    rounds: [],
  };
}

function verdictOf({ winner, scores = {} }: Pick<Verdict, "winner"> & Partial<Verdict>): Verdict {
  return {
    findings: [],
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

function concluding(text: string): Conclusion {
  const counts = { winnerShare: null, margin: null, judges: 1, families: ["demo"] };
  const support = { level: "weak" as const, orderCheck: "none" as const, ...counts, because: [] };
  return { ...CONCLUSION, answer: { text, stance: null }, support, writtenBy: "demo/judge" };
}

function resultOf(digest: EventBriefs["result.completed"]["result"]): Result {
  const text = digest.type === "plurality" ? undefined : digest.answer;
  const common = {
    ...(text !== undefined && { conclusion: concluding(text) }),
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
  if (digest.type === "unjudged") return { type: "unjudged", ...common };
  if (digest.type === "verdict") {
    const { winner, winningSide: side, scores } = digest;
    const who = { ...(winner !== null && { participant: winner }), ...(side && { side }) };
    const found = winner === null && !side ? null : { ...who, reasoning: "evidence" };
    return { type: "verdict", verdict: verdictOf({ winner: found, scores }), ...common };
  }
  const answer = { text: "Trams.", earlyStopped: false, rounds: 2, turnId: "g1-r2-t3", synthesizedBy: "p1" };
  if (digest.type === "answer") return { type: "answer", answer: { ...answer, score: digest.score }, ...common };
  if (digest.type === "plurality") return { type: "plurality", plurality: pluralityOf(digest), ...common };
  const places = [["p2"], ["p3"]];
  if (digest.type === "council") {
    const ranking = [{ participantId: "p2", turnId: "g1-r1-t2", points: 2, mean: 1, place: 1 }];
    const rankings = [{ by: "p1", places, reasons: { p2: "It is right.", p3: "It is not." } }];
    const found = { consensus: ["Trams."], contradictions: [], onlyOne: [], blindSpots: [], ranking, rankings };
    return { type: "council", council: { answer: "Trams.", ...found, synthesizedBy: "demo/judge" }, ...common };
  }
  const solution = { description: "Trams.", implementation: null, tradeoffs: [], recommendations: [] };
  const { confidence } = digest;
  return { type: "solution", solution: { ...solution, confidence, synthesizedBy: "demo/judge" }, ...common };
}

export function toWhole({ type, at, data }: BriefEvent): DraftEvent {
  const whole = (WHOLE as Record<string, (brief: never) => object>)[type];
  return { type, at, data: whole ? whole(data as never) : data } as DraftEvent;
}
