/**
 * The event log's vocabulary (spec §2.4). `reduce` folds exactly these events into a debate's state. An event's
 * subject stands under its own name (`turn`, `assessment`, `result`).
 */

import type {
  AssessmentDigest,
  CritiqueDigest,
  EvaluationDigest,
  InterjectionRef,
  PendingDecisionState,
  ResultDigest,
} from "./debate-state.ts";
import type { Decision } from "./decision.ts";
import type { Status } from "./lifecycle.ts";
import type { ModelRef } from "./plan.ts";
import type { TemplateHit, TemplateSearch } from "./retrieval.ts";
import type { Assessment, AssessmentFlags } from "./schemas/assessment.ts";
import type { CastBallot } from "./schemas/ballot.ts";
import type { Evaluation } from "./schemas/evaluation.ts";
import type { Degradation, FaultView, Problem } from "./schemas/faults.ts";
import type { AssignedPosition } from "./schemas/positions.ts";
import type { Result } from "./schemas/result.ts";
import type { Usage } from "./schemas/spend.ts";
import type { Summary } from "./schemas/summary.ts";
import type { Turn } from "./schemas/turn.ts";
import type { Vote } from "./schemas/vote.ts";

/** The part of a turn that the state needs; the log holds the whole turn. */
export type TurnDigest = Pick<
  Turn,
  "id" | "participantId" | "round" | "index" | "phase" | "status" | "usage" | "costUsd" | "latencyMs" | "attempt"
> & {
  targetId?: string;
  /** Characters of its text. */
  length?: number;
  critique?: CritiqueDigest;
};
type SummaryDigest = Omit<Summary, "text">;
type AssessmentEventDigest = Pick<Assessment, "round" | "qualityScore" | "shouldContinue" | "usage" | "costUsd"> & {
  flags: AssessmentFlags;
  measured?: AssessmentDigest["measured"];
};

/** The part of a ballot that the state needs. */
type BallotDigest = Pick<CastBallot, "id" | "judge" | "order" | "usage" | "costUsd" | "unanimous"> & {
  winner: string | null;
};
type VoteDigest = Pick<Vote, "id" | "when" | "vote" | "confidence" | "usage" | "costUsd">;

/** The debate that another one begins like, and up to which round. */
export interface ForkPoint {
  id: string;
  afterRound: number;
}

/** How an attempt that its workflow cancelled tells what it came to. */
export interface CutShort {
  attempt: number;
  usage: Usage;
  costUsd: number | null;
  /** A call was under way. */
  unsettled?: true;
}

/** What the state needs to know of a changed configuration. */
export interface Configured {
  revision: string;
  /** Ids. */
  participants: string[];
  clarifies: boolean;
  dialectic: boolean;
  controlArm?: true;
}

export interface EventPayloads {
  "debate.created": {
    format: string;
    maxRounds: number;
    /** What a draft still lacks. */
    problems?: Problem[];
    forkedFrom?: ForkPoint;
    twinOf?: string;
  };
  "debate.status": {
    status: Status;
    phase: string | null;
    round: number;
    pausing: boolean;
    by: string;
    reason?: string;
    problems?: Problem[];
    error?: FaultView;
    endedBy?: Result["endedBy"];
    configured?: Configured;
  };
  "positions.assigned": {
    /** Of all participants; empty in what the workflow sees. */
    positions: AssignedPosition[];
    reasoning: string;
    usage: Usage;
    costUsd: number | null;
    latencyMs: number;
  };
  /** A participant has said what it would like to know. */
  "clarification.collected": {
    iteration: number;
    participantId: string;
    actId: string;
    count: number;
    usage: Usage;
    costUsd: number | null;
    latencyMs: number;
  };
  /** The questions of a collection; none when nobody has one left. The workflow's own copy has them shortened. */
  "clarification.asked": { iteration: number; questions: { id: string; text: string; askedBy: string[] }[] };
  /** null: no answer was given in time. */
  "clarification.answered": { answers: { questionId: string; answer: string | null }[] };
  /** Method null: none were found, and `degraded` says why. The texts stand beside the log. */
  "retrieval.completed": {
    method: Awaited<ReturnType<TemplateSearch["search"]>>["method"] | null;
    items: Omit<TemplateHit, "text">[];
    latencyMs: number;
    degraded?: Degradation;
  };
  "round.started": { round: number };
  "round.completed": { round: number; usage: Usage; costUsd: number | null };
  "phase.started": { round: number; phase: string; expected: number };
  "phase.completed": { round: number; phase: string };
  "turn.started": {
    round: number;
    phase: string;
    participantId: string;
    turnId: string;
    model: string;
    attempt: number;
  };
  "turn.delta": { round: number; phase: string; participantId: string; turnId: string; attempt: number; text: string };
  "turn.completed": { round: number; phase: string; participantId: string; turnId: string; turn: Turn | TurnDigest };
  "turn.restarted": {
    round: number;
    phase: string;
    participantId: string;
    turnId: string;
    attempt: number;
    kind: string;
    message: string;
  };
  "turn.failed": {
    round: number;
    phase: string;
    participantId: string;
    turnId: string;
    attempt: number;
    kind: string;
    message: string;
    /** Milliseconds until the next attempt; null when there is none. */
    waitMs: number | null;
    usage: Usage;
    costUsd: number | null;
    /** Under a budget: what it cost beyond that is not known. */
    unsettled?: true;
  };
  "judge.failed": {
    round: number;
    /** The id of the assessment or ballot. */
    actId: string;
    /** The model, where it is one of a panel. */
    panelist?: string;
    attempt: number;
    kind: string;
    message: string;
    waitMs: number | null;
    usage: Usage;
    costUsd: number | null;
    unsettled?: true;
    /** Of a summary for all: whose model was asked, provider/model. Left out: the judge's. */
    model?: string;
  };
  /** Charged in full beyond what is known of it, since its end is not known. `actId`: of the turn or act. */
  "attempt.unsettled": {
    round: number;
    participantId: string | null;
    actId: string;
    attempt: number;
    usage: Usage;
    costUsd: number;
  };
  "assessment.completed": { round: number; assessment: Assessment | AssessmentEventDigest };
  "vote.completed": { round: number; when: Vote["when"]; vote: Vote | VoteDigest; panelist?: string };
  "ballot.completed": { round: number; ballot: CastBallot | BallotDigest; panelist?: string };
  /** `participantId` null: all readers are shown it, or the judge alone. */
  "context.summarized": { round: number; participantId: string | null; summary: Summary | SummaryDigest };
  /** A reader's prompt takes much of its model's window. `participantId` null: the judge's. */
  "context.warning": {
    round: number;
    participantId: string | null;
    /** Share of the capacity, before anything was done about it. */
    use: number;
    /** What is done about it. */
    strategy: "all" | "truncate" | "window" | "summarize";
    /** Tokens of input that the window leaves beside the output. */
    capacity: number;
    tokens: number;
    /** A prompt did not fit, and policy or owner chose this. */
    forced?: true;
  };
  "evaluation.completed": {
    round: number;
    evaluation: Evaluation | (EvaluationDigest & { usage: Usage; costUsd: number | null });
  };
  /** An act that the debate can do without failed for good. */
  "act.skipped": { round: number; actId: string; degradation: Degradation };
  /** Out for good: the rest go on, or the debate ends. */
  "participant.dropped": {
    round: number;
    participantId: string;
    kind: string;
    message: string;
    /** The turn that failed; left out when it was no turn. */
    turnId?: string;
    degradation: Degradation;
  };
  /** From here on another model judges. `judge` and `before` are written provider/model. */
  "judge.replaced": {
    round: number;
    judge: string;
    before: string;
    model: ModelRef;
    by: "policy" | "owner";
    /** It takes the place of the whole panel. */
    panelOut?: true;
    degradation: Degradation;
  };
  "decision.requested": { round: number; decision: Decision; about: Omit<PendingDecisionState, "asked"> };
  "decision.made": { round: number; decision: Decision; reason?: string; degradation?: Degradation };
  /** Once per threshold. */
  "cost.warning": { round: number; thresholdUsd: number; spentUsd: number; reservedUsd: number };
  /** A call did not fit, and was not made. Figures in USD, or in tokens. */
  "cost.limit": {
    round: number;
    unit: "usd" | "tokens";
    limit: number;
    spent: number;
    /** For calls in flight and for the conclusion. */
    reserved: number;
    needed: number;
    policy: "conclude" | "ask" | "error";
    degradation?: Degradation;
  };
  "warning.acknowledged": { round: number; thresholds: number[] };
  "interjection.added": { round: number; turnId: string; interjection: InterjectionRef };
  "command.ignored": { command: string; why: string };
  "result.completed": { result: Result | (ResultDigest & { usage: Usage; costUsd: number | null }) };
  "debate.completed": { status: "completed"; reason?: string };
  "debate.failed": { status: "failed"; reason?: string };
  "debate.cancelled": { status: "cancelled"; reason?: string };
}
export type EventType = keyof EventPayloads;

/** An event before it has its place in the log. `at` is ISO 8601. */
export type DraftEvent<T extends EventType = EventType> = {
  [K in T]: { type: K; at: string; data: EventPayloads[K] };
}[T];

/** An event in the log: ids are 1, 2, 3 … without a gap. */
export type LogEvent<T extends EventType = EventType> = { [K in T]: { id: number } & DraftEvent<K> }[T];

const TERMINAL_EVENTS = ["debate.completed", "debate.failed", "debate.cancelled"] as const;

export function isTerminalEvent(type: string): boolean {
  return (TERMINAL_EVENTS as readonly string[]).includes(type);
}

/** The events of the current generation. */
export function sinceReset(events: LogEvent[]): LogEvent[] {
  return events.slice(1 + events.findLastIndex((e) => e.type === "debate.status" && e.data.by === "reset"));
}
