/** Log events of a small debate: two turns of one round, an assessment, a verdict. */
import type { DraftEvent, EventPayloads, EventType } from "../../../domain/play/events/events.ts";
import type { Assessment } from "../../../domain/shapes/schemas/assessment.schema.ts";
import type { VerdictResult } from "../../../domain/shapes/schemas/result.schema.ts";
import type { Usage } from "../../../domain/shapes/schemas/spend.schema.ts";
import type { Turn } from "../../../domain/shapes/schemas/turn.schema.ts";

const AT = "2026-11-21T12:00:00.000Z";

export function event<T extends EventType>(type: T, data: EventPayloads[T], at = AT): DraftEvent {
  return { type, at, data } as DraftEvent;
}

export function usage(changes: Partial<Usage> = {}): Usage {
  return { inputTokens: 100, cachedInputTokens: 0, outputTokens: 50, reasoningTokens: 0, calls: 1, ...changes };
}

export function turn(changes: Partial<Turn> = {}): Turn {
  return {
    id: "g1-r1-t1",
    participantId: "p1",
    participant: "Ada",
    round: 1,
    index: 1,
    phase: "opening",
    text: "Cars take up room.",
    status: "whole",
    model: "demo/debater",
    usage: usage(),
    costUsd: 0.001,
    latencyMs: 100,
    firstTokenMs: 10,
    attempt: 1,
    promptSha256: "0".repeat(64),
    at: AT,
    ...changes,
  };
}

const FLAGS = { repetitive: false, drifting: false, diminishingReturns: false, convergenceReached: false };

export function assessment(changes: Partial<Assessment> = {}): Assessment {
  return {
    id: "g1-r1-assessment",
    round: 1,
    judge: "demo/judge",
    shouldContinue: true,
    qualityScore: 7,
    assessments: [],
    flags: FLAGS,
    reasoning: "Both were clear.",
    recommendations: [],
    usage: usage({ inputTokens: 400 }),
    costUsd: 0.004,
    latencyMs: 50,
    attempt: 1,
    at: AT,
    ...changes,
  };
}

export function result(changes: Partial<VerdictResult> = {}): VerdictResult {
  return {
    type: "verdict",
    verdict: {
      findings: [],
      summary: "Ada made the better case.",
      keyPoints: { p1: ["room"], p2: ["freedom"] },
      areasOfAgreement: [],
      areasOfDisagreement: ["cars"],
      winner: { participant: "p1", reasoning: "better evidence" },
      criterionScores: { p1: { logic: 8 }, p2: { logic: 6 } },
      scores: { p1: 80, p2: 60 },
      criteria: { logic: "Ada" },
      reasoning: "Evidence decided.",
      qualityScore: 75,
      insights: [],
      dissent: [],
    },
    contested: false,
    ballots: [],
    agreement: null,
    dissent: [],
    degraded: [],
    endedBy: "limit",
    usage: usage({ inputTokens: 500 }),
    costUsd: 0.005,
    latencyMs: 50,
    at: AT,
    ...changes,
  };
}

const spoken = (participantId: string, index: number) => ({
  round: 1,
  phase: "opening",
  participantId,
  turnId: `g1-r1-t${index}`,
});

export const created = event("debate.created", { format: "round-limited", maxRounds: 2 });
export const roundStarted = event("round.started", { round: 1 });
export const delta = (text: string) => event("turn.delta", { ...spoken("p1", 1), attempt: 1, text });
export const turnCompleted = event("turn.completed", { ...spoken("p1", 1), turn: turn() });
export const completed = event("debate.completed", { status: "completed" });

/** Ids 1 to 6: created, round.started, two deltas, turn.completed, debate.completed. */
export const SHORT_LOG: DraftEvent[] = [
  created,
  roundStarted,
  delta("Cars take"),
  delta(" up room."),
  turnCompleted,
  completed,
];
