/** Configurations, turns and judgements for tests of prompts, judging and reports. */
import type { DebateConfig, ParticipantConfig } from "../../../domain/shapes/plan/config.plan.ts";
import type { Assessment } from "../../../domain/shapes/schemas/assessment.schema.ts";
import type { CastBallot, Verdict } from "../../../domain/shapes/schemas/ballot.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import type { VerdictResult } from "../../../domain/shapes/schemas/result.schema.ts";
import type { CriterionScores } from "../../../domain/shapes/schemas/rubric.schema.ts";
import type { Usage } from "../../../domain/shapes/schemas/spend.schema.ts";
import type { Turn } from "../../../domain/shapes/schemas/turn.schema.ts";
import type { TurnSpec } from "../../../domain/shapes/state/steps.ts";

const NAMES = ["Ada", "Bruno", "Chen", "Dora"];
const POSITIONS = ["Argues yes.", "Argues no.", "Weighs both sides.", "Asks who pays."];
const AT = "2026-11-21T12:00:10.000Z";

export const USAGE: Usage = { inputTokens: 100, cachedInputTokens: 40, outputTokens: 20, reasoningTokens: 0, calls: 1 };

export function speaker(i: number, changes: Partial<ParticipantConfig> = {}): ParticipantConfig {
  return {
    id: `p${i + 1}`,
    name: NAMES[i] ?? `Speaker ${i + 1}`,
    position: POSITIONS[i] ?? "Has a view.",
    positionSource: "given",
    provider: "demo",
    model: "debater",
    temperature: 0.7,
    maxOutputTokens: 1_200,
    ...changes,
  };
}

export function configFor(changes: Partial<DebateConfig> & { speakers?: number } = {}): DebateConfig {
  const { speakers = 2, ...rest } = changes;
  return {
    topic: "Should cities ban private cars?",
    format: "round-limited",
    mode: "sequential",
    judging: "every-round",
    maxRounds: 3,
    minRounds: 1,
    participants: Array.from({ length: speakers }, (_, i) => speaker(i)),
    judge: { provider: "demo", model: "judge", temperature: 0.2, maxOutputTokens: 4_096 },
    tags: [],
    metadata: {},
    demo: true,
    warnings: [],
    ...rest,
  };
}

/** The turn of the participant at seat `index` (from 1), and what it may see in this mode. */
export function turnSpec(
  config: DebateConfig,
  place: { round: number; index: number },
  phase: Turn["phase"] = "response",
): TurnSpec {
  const { round, index } = place;
  return {
    id: `g1-r${round}-t${index}`,
    participantId: config.participants[index - 1]?.id ?? "nobody",
    round,
    index,
    phase,
    sees: { round, index: config.mode === "simultaneous" ? 0 : index, count: 0 },
  };
}

export function turnOf(
  config: DebateConfig,
  place: { round: number; index: number },
  changes: Partial<Turn> = {},
): Turn {
  const { round, index } = place;
  const who = config.participants[index - 1];
  return {
    id: `g1-r${round}-t${index}`,
    participantId: who?.id ?? "nobody",
    participant: who?.name ?? "Nobody",
    round,
    index,
    phase: "response",
    text: `Words of ${who?.name} in round ${round}.`,
    status: "whole",
    model: "demo/debater",
    usage: USAGE,
    costUsd: 0.001,
    latencyMs: 1_000,
    firstTokenMs: 100,
    attempt: 1,
    promptSha256: "0".repeat(64),
    at: AT,
    ...changes,
  };
}

/** All turns of these rounds, in their order. */
export function roundsOf(config: DebateConfig, rounds: number): Turn[] {
  return Array.from({ length: rounds }, (_, r) =>
    config.participants.map((_p, i) => turnOf(config, { round: r + 1, index: i + 1 })),
  ).flat();
}

export function scoresOf(value: number, changes: CriterionScores = {}): CriterionScores {
  const same = {
    logic: value,
    evidence: value,
    engagement: value,
    novelty: value,
    persuasiveness: value,
    relevance: value,
  };
  return { ...same, ...changes };
}

export function assessmentOf(config: DebateConfig, round: number, changes: Partial<Assessment> = {}): Assessment {
  return {
    id: `g1-r${round}`,
    round,
    judge: "demo/judge",
    shouldContinue: true,
    qualityScore: 7.5,
    assessments: config.participants.map((p) => ({
      participant: p.id,
      scores: scoresOf(7),
      score: 7,
      strengths: [`Clear in g1-r${round}-t1.`],
      weaknesses: [],
    })),
    flags: { repetitive: false, drifting: false, diminishingReturns: false, convergenceReached: false },
    reasoning: `Reasons for round ${round}.`,
    recommendations: ["Bring figures."],
    usage: USAGE,
    costUsd: 0.002,
    latencyMs: 500,
    attempt: 1,
    at: AT,
    ...changes,
  };
}

export function verdictOf(config: DebateConfig, changes: Partial<Verdict> = {}): Verdict {
  const by = <T>(value: (i: number) => T) => Object.fromEntries(config.participants.map((p, i) => [p.id, value(i)]));
  const finding = (question: string) => ({
    question,
    points: by((i) => ({ point: `Seat ${i + 1} answers it.`, turn: `g1-r1-t${i + 1}` })),
    unanswered: null,
    prevailed: "p1",
  });
  return {
    findings: [finding("Who pays?"), finding("How soon?")],
    summary: "They debated.",
    keyPoints: by((i) => [`Point of seat ${i + 1}.`]),
    areasOfAgreement: ["Air should be clean."],
    areasOfDisagreement: ["Who pays."],
    winner: { participant: "p1", reasoning: "Answered every point." },
    criterionScores: by((i) => scoresOf(8 - i)),
    scores: by((i) => 80 - 10 * i),
    criteria: {
      logic: "Even, see g1-r1-t1.",
      evidence: "Thin.",
      engagement: "Good.",
      novelty: "Mixed.",
      persuasiveness: "Fair.",
      relevance: "Full.",
    },
    reasoning: "Because of g1-r1-t1.",
    qualityScore: 72,
    insights: ["Costs decide."],
    dissent: ["Bruno had the better example."],
    ...changes,
  };
}

/** The reply that it is read from. */
export function replyOf({ scores: _computed, keyPoints: _derived, findings, winner, ...rest }: Verdict) {
  return {
    ...rest,
    findings: findings.map(({ points, ...finding }) => ({
      ...finding,
      points: Object.entries(points).map(([by, { point, turn }]) => ({ by, point, turn })),
    })),
    winner: winner?.participant ?? null,
    reasoning: winner?.reasoning ?? rest.reasoning,
  };
}

/** A ballot that names the verdict's winner. */
export function ballotOf(config: DebateConfig, changes: Partial<CastBallot> = {}): CastBallot {
  return {
    id: "g1-b1-given",
    judge: "demo/judge",
    order: "given",
    verdict: verdictOf(config),
    blind: { labels: {}, replaced: [], kept: [] },
    usage: USAGE,
    costUsd: 0.003,
    latencyMs: 2_000,
    attempt: 1,
    at: AT,
    ...changes,
  };
}

export function resultOf(verdict: Verdict, changes: Partial<VerdictResult> = {}): VerdictResult {
  return {
    type: "verdict",
    verdict,
    contested: false,
    ballots: [],
    agreement: null,
    dissent: verdict.dissent,
    degraded: [],
    endedBy: "limit",
    usage: USAGE,
    costUsd: 0.003,
    latencyMs: 2_000,
    at: AT,
    ...changes,
  };
}

/** The debate as the API shows it, over. */
export function debateOf(config: DebateConfig, changes: Partial<Debate> = {}): Debate {
  const participants: Debate["participants"] = config.participants.map(({ id, name, position, persona }) => ({
    id,
    name,
    model: "demo/debater",
    position,
    ...(persona && { persona }),
    status: "active",
    retries: 0,
    usage: USAGE,
    costUsd: 0.001,
  }));
  return {
    id: "deb-20261121-120000-ABCDEF",
    version: 9,
    topic: config.topic,
    format: config.format,
    mode: config.mode,
    tags: [],
    metadata: {},
    demo: false,
    status: "completed",
    phase: null,
    round: 1,
    maxRounds: config.maxRounds,
    minRounds: 1,
    allowed: [],
    pausing: false,
    pending: null,
    participants,
    judge: { model: "demo/judge", panel: [], usage: USAGE, costUsd: 0.005 },
    promptSources: {},
    assessments: [],
    usage: USAGE,
    cost: { totalUsd: 0.007, reservedUsd: 0, warnAtUsd: null, limitUsd: null, byModel: {} },
    degraded: [],
    warnings: [],
    problems: [],
    result: null,
    error: null,
    links: { self: "", events: "", transcript: "", watch: null, temporal: null },
    createdAt: "2026-11-21T11:59:59.000Z",
    startedAt: "2026-11-21T12:00:00.000Z",
    completedAt: "2026-11-21T12:00:20.000Z",
    ...changes,
  };
}
