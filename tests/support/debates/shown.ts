/** A debate as the terminal gets it from the API. */
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import type { Result } from "../../../domain/shapes/schemas/result.schema.ts";

export const USAGE = { inputTokens: 100, cachedInputTokens: 0, outputTokens: 40, reasoningTokens: 0, calls: 5 };

export const RESULT: Extract<Result, { type: "verdict" }> = {
  type: "verdict",
  verdict: {
    findings: [],
    summary: "They \u001b[2Jmostly agreed.",
    keyPoints: { p1: ["Quiet streets"] },
    areasOfAgreement: ["Cleaner air"],
    areasOfDisagreement: [],
    winner: { participant: "p2", reasoning: "better evidence" },
    criterionScores: {},
    scores: { p1: 61, p2: 74 },
    criteria: {},
    reasoning: "",
    qualityScore: 70,
    insights: [],
    dissent: [],
  },
  contested: false,
  ballots: [],
  agreement: null,
  dissent: [],
  degraded: [],
  endedBy: "judge",
  usage: USAGE,
  costUsd: 0.0123,
  latencyMs: 10,
  at: "t",
};

/** A debate that is over, with a verdict, unless `changes` says otherwise. */
export function debate(changes: Partial<Debate> = {}): Debate {
  const participant = { model: "demo/debater", status: "active", retries: 0, usage: USAGE, costUsd: 0 } as const;
  return {
    id: "deb-20261121-051254-7K2M9Q",
    version: 1,
    topic: "Cars",
    format: "free-form",
    mode: "sequential",
    tags: [],
    metadata: {},
    demo: true,
    status: "completed",
    phase: null,
    round: 1,
    maxRounds: 3,
    minRounds: 1,
    allowed: [],
    pausing: false,
    pending: null,
    participants: [
      { ...participant, id: "p1", name: "Ada", position: "Yes" },
      { ...participant, id: "p2", name: "Ben", position: "No" },
    ],
    judge: { model: "demo/judge", panel: [], usage: USAGE, costUsd: 0 },
    promptSources: { p1: "built-in", p2: "custom", judge: "built-in" },
    assessments: [],
    usage: USAGE,
    cost: { totalUsd: 0.0123, reservedUsd: 0, warnAtUsd: null, limitUsd: null, byModel: {} },
    degraded: [],
    warnings: [],
    problems: [],
    result: RESULT,
    error: null,
    links: {
      self: "http://p/d",
      events: "http://p/d/events",
      transcript: "http://p/d/transcript",
      watch: null,
      temporal: null,
    },
    createdAt: "t",
    startedAt: "t",
    completedAt: "t",
    ...changes,
  };
}

export const FAULT = {
  kind: "authentication",
  message: "bad key",
  retryable: false,
  retryCount: 0,
  at: "t",
  suggestion: "Set it.",
};
