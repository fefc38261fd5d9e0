/** Small debates, turns and events to store. */
import { randomUUID } from "node:crypto";
import type { DraftEvent, EventPayloads } from "../../domain/play/events/events.ts";
import { initialState } from "../../domain/rules/protocols/initial-state.ts";
import type { DebateConfig } from "../../domain/shapes/plan/config.plan.ts";
import type { DebatePlan } from "../../domain/shapes/plan/plan.ts";
import type { Assessment } from "../../domain/shapes/schemas/assessment.schema.ts";
import type { Evaluation } from "../../domain/shapes/schemas/evaluation.schema.ts";
import type { Result } from "../../domain/shapes/schemas/result.schema.ts";
import type { Usage } from "../../domain/shapes/schemas/spend.schema.ts";
import type { Summary } from "../../domain/shapes/schemas/summary.schema.ts";
import type { Turn } from "../../domain/shapes/schemas/turn.schema.ts";
import type { Vote } from "../../domain/shapes/schemas/vote.schema.ts";
import type { DebateState } from "../../domain/shapes/state/state.ts";
import type { DebateKey, DebateRecord } from "../../store/port/debates.port.ts";
import type { KeyedEvent } from "../../store/port/log.port.ts";

const AT = "2026-11-21T05:12:54.000Z";
const SPENT: Usage = { inputTokens: 10, cachedInputTokens: 0, outputTokens: 5, reasoningTokens: 0, calls: 1 };

/** A debate of its own for each test, so that tests share a table. */
export function newKey(tenant = "default"): DebateKey {
  return { tenant, debateId: `deb-${randomUUID()}` };
}

export function newTenant(): string {
  return `tenant-${randomUUID()}`;
}

export function config(changes: Partial<DebateConfig> = {}): DebateConfig {
  return {
    topic: "Is tea better than coffee?",
    format: "free-form",
    mode: "sequential",
    judging: "final-only",
    maxRounds: 3,
    minRounds: 1,
    participants: ["Ada", "Bob"].map((name, i) => ({
      id: `p${i + 1}`,
      name,
      provider: "openai",
      model: "gpt-5.5",
      temperature: 0.7,
      maxOutputTokens: 1200,
      position: `${name} has a position`,
      positionSource: "given",
    })),
    judge: { provider: "openai", model: "gpt-5.5", temperature: 0.2, maxOutputTokens: 4096 },
    tags: ["drinks"],
    metadata: { team: "kitchen" },
    demo: false,
    warnings: [],
    ...changes,
  };
}

export function state(changes: Partial<DebateState> = {}): DebateState {
  const plan = { participants: [{ id: "p1" }, { id: "p2" }] } as DebatePlan;
  return { ...initialState(plan), ...changes };
}

export function record(key: DebateKey, changes: Partial<DebateRecord> = {}): DebateRecord {
  const { tenant, debateId: id } = key;
  return { tenant, id, version: 1, config: config(), state: state(), createdAt: AT, ...changes };
}

export function turn(id: string, changes: Partial<Turn> = {}): Turn {
  const [round, index] = id.match(/\d+/g)?.slice(1).map(Number) ?? [];
  return {
    id,
    participantId: "p1",
    participant: "Ada",
    round: round ?? 1,
    index: index ?? 1,
    phase: "response",
    text: `what ${id} said`,
    status: "whole",
    model: "openai/gpt-5.5",
    usage: SPENT,
    costUsd: 0.001,
    latencyMs: 900,
    firstTokenMs: null,
    attempt: 1,
    promptSha256: "00",
    at: AT,
    ...changes,
  };
}

export function assessment(id: string, changes: Partial<Assessment> = {}): Assessment {
  return {
    id,
    round: 1,
    judge: "openai/gpt-5.5",
    shouldContinue: true,
    qualityScore: 7.5,
    assessments: [],
    flags: { repetitive: false, drifting: false, diminishingReturns: false, convergenceReached: false },
    reasoning: "because",
    recommendations: [],
    usage: SPENT,
    costUsd: null,
    latencyMs: 10,
    attempt: 1,
    at: AT,
    ...changes,
  };
}

export function vote(id: string, changes: Partial<Vote> = {}): Vote {
  return {
    id,
    when: "before",
    judge: "openai/gpt-5.5",
    vote: "undecided",
    confidence: 50,
    reasoning: "Both have a case.",
    usage: SPENT,
    costUsd: null,
    latencyMs: 10,
    attempt: 1,
    at: AT,
    ...changes,
  };
}

export function result(summary: string): Result {
  return {
    type: "verdict",
    verdict: {
      findings: [],
      summary,
      keyPoints: {},
      areasOfAgreement: [],
      areasOfDisagreement: [],
      winner: null,
      criterionScores: {},
      scores: {},
      criteria: {},
      reasoning: "",
      qualityScore: 50,
      insights: [],
      dissent: [],
    },
    contested: false,
    ballots: [],
    agreement: null,
    dissent: [],
    degraded: [],
    endedBy: "limit",
    usage: SPENT,
    costUsd: 0.01,
    latencyMs: 5,
    at: AT,
  };
}

/** The workflow's own events: `w/<n>`. */
export function plain(n: number): KeyedEvent {
  return { key: `w/${n}`, event: { type: "round.started", at: AT, data: { round: n } } };
}

const SPOKEN = { round: 1, phase: "response", participantId: "p1" } as const;

export function delta(n: number, options: { turnId?: string; attempt?: number; text?: string } = {}): KeyedEvent {
  const { turnId = "g1-r1-t1", attempt = 1, text = `word ${n}` } = options;
  const data: EventPayloads["turn.delta"] = { ...SPOKEN, turnId, attempt, text };
  return { key: `${turnId}/${attempt}/${n}`, event: { type: "turn.delta", at: AT, data } };
}

export function completed(spoken: Turn, n = 999): KeyedEvent {
  const event: DraftEvent = { type: "turn.completed", at: AT, data: { ...SPOKEN, turnId: spoken.id, turn: spoken } };
  return { key: `${spoken.id}/${spoken.attempt}/${n}`, event };
}

export function theEnd(key = "w/end"): KeyedEvent {
  return { key, event: { type: "debate.completed", at: AT, data: { status: "completed" } } };
}

export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

export function summaryOf(id: string, text: string): Summary {
  return {
    id,
    participantId: "p1",
    round: 2,
    text,
    before: 6_000,
    after: text.length,
    method: "model",
    model: "openai/gpt-5.5",
    usage: SPENT,
    costUsd: 0.001,
    latencyMs: 10,
    attempt: 1,
    at: AT,
  };
}

export function evaluationOf(id: string, round: number): Evaluation {
  return {
    id,
    round,
    judge: "openai/gpt-5.5",
    confidence: 70,
    reasoning: "because",
    bestRefinement: "g1-r1-t5",
    usage: SPENT,
    costUsd: null,
    latencyMs: 10,
    attempt: 1,
    at: AT,
  };
}
