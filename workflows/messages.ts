/** How others talk to a running debate: one update and one signal of the same name for every command, and queries. */
import { defineQuery, defineSignal, defineUpdate } from "@temporalio/workflow";
import type { Revision } from "../activities/revise.ts";
import type { DebateState, Spend } from "../domain/debate-state.ts";
import type { PendingDecision } from "../domain/decision.ts";
import type { EventPayloads } from "../domain/events.ts";
import type { Addition, Command, StopMode } from "../domain/lifecycle.ts";
import { ADDITIONS, COMMANDS } from "../domain/lifecycle.ts";
import type { DebatePlan, Durations, ModelRef } from "../domain/plan.ts";
import type { PositionsReading } from "../domain/prompts/positions.ts";
import type { Answer, PendingAnswers } from "../domain/questions.ts";
import type { Problem } from "../domain/schemas/faults.ts";
import type { Diversity } from "../domain/schemas/positions.ts";
import type { Usage } from "../domain/schemas/spend.ts";

export const TASK_QUEUE = "parley";
/** One queue per provider, so that its rate limit is Temporal's (spec §4.3). */
export function modelQueue(provider: string, prefix = TASK_QUEUE): string {
  return `${prefix}-llm-${provider}`;
}

export interface CommandInput {
  /** Milliseconds since the epoch: the command is refused when it arrives later. */
  deadline?: number;
  reason?: string;
  /** `stop` only. */
  mode?: StopMode;
  /** `pause` only: without waiting for the calls in flight. */
  when?: "now";
  /** `submitAnswers` only. */
  answers?: Answer[];
  /** `interject`: the place of its text in the store, or as a signal the text itself; `to` one participant only. */
  note?: string;
  text?: string;
  to?: string;
  /** `decide`: which decision, the option taken, and what it needs beside it. */
  decisionId?: string;
  option?: string;
  params?: Record<string, unknown>;
  /** `configure` and `amend` as updates: made from the revision `base`, at `version` where the caller named one. */
  revised?: Revision & { base: string | null; version?: number };
  /** `configure` and `amend` as signals: a JSON merge patch (RFC 7396). */
  patch?: Record<string, unknown>;
}

/** What an accepted command answers: the debate as the workflow sees it after the command was recorded. */
export interface CommandOutcome {
  version: number;
  state: DebateState;
}

/**
 * `ApplicationFailure.type` of a refused update; the first detail holds `{ status, allowed }` of an illegal one, the
 * problems of one whose input is not valid.
 */
export const REFUSED = {
  illegal: "illegal-transition",
  late: "deadline-passed",
  invalid: "invalid-request",
  stale: "precondition-failed",
  unknown: "not-found",
} as const;

const MESSAGES = [...COMMANDS, ...ADDITIONS];

export const COMMAND_UPDATES = Object.fromEntries(
  MESSAGES.map((name) => [name, defineUpdate<CommandOutcome, [CommandInput?]>(name)]),
) as Record<Command | Addition, ReturnType<typeof defineUpdate<CommandOutcome, [CommandInput?]>>>;

export const COMMAND_SIGNALS = Object.fromEntries(
  MESSAGES.map((name) => [name, defineSignal<[CommandInput?]>(name)]),
) as Record<Command | Addition, ReturnType<typeof defineSignal<[CommandInput?]>>>;

export const stateQuery = defineQuery<DebateState>("state");
export const pendingQuery = defineQuery<PendingAnswers | PendingDecision | null>("pending");

/** What a debate starts with, and what it carries over when it continues as new. */
export interface DebateInput {
  plan: DebatePlan;
  /** What a draft lacks. */
  problems?: Problem[];
  /** Of a new debate that was made from another. With `carried` it is a fork that goes on where its prefix ends. */
  origin?: Pick<EventPayloads["debate.created"], "forkedFrom" | "twinOf">;
  carried?: {
    state: DebateState;
    version: number;
    /** The workflow's own event counter and the log's head as far as it knows. */
    eventCount: number;
    head: number;
    /** A webhook was set after the debate began. */
    webhook?: true;
    /** Ids of updates that were carried out, oldest first. */
    seen?: string[];
    /** Under a budget: acts that are to be tried again, each with a log id below its failures. */
    retrying?: Record<string, number>;
  };
}

/** Of the workflow that delivers a debate's events to its webhook. */
export function webhookWorkflowId(debateId: string): string {
  return `${debateId}-webhook`;
}

/** One redelivery of an event at a time. */
export function redeliveryWorkflowId(deliveryId: string): string {
  return `${deliveryId}-redelivery`;
}

/** To the debate: its webhook is stored, now or anew; deliveries begin, or go on. */
export const webhookSetSignal = defineSignal("webhookSet");
/** To the webhook's workflow: the debate goes on after it waited. */
export const wakeSignal = defineSignal("wake");

/** Of the workflow in which another judge rules over a debate that is over. */
export interface RejudgeInput {
  tenant: string;
  debateId: string;
  rejudgementId: string;
  generation: number;
  /** Of the debate's configuration. */
  revision?: string;
  judge: ModelRef;
  panel?: ModelRef[];
  bothOrders?: true;
  /** No round was held: they rule on the answers that were given alone. */
  alone?: true;
  durations: Durations;
}

export interface WebhookInput {
  tenant: string;
  debateId: string;
  durations: Pick<Durations, "heartbeat" | "heartbeatTimeout">;
  /** Continue as new after so many history events. */
  continueAfterEvents: number;
  carried?: { after: number; waits: boolean };
}

export interface RedeliveryInput {
  tenant: string;
  debateId: string;
  eventId: number;
}

/** What `sweepWorkflow` starts with; without it the usual time. */
export interface SweepRequest {
  stillMs?: number;
  /** How long after a debate's end its text deltas are kept, milliseconds. */
  deltasKeptMs?: number;
}

export const SEARCH_ATTRIBUTES = {
  DebateStatus: "KEYWORD",
  DebateFormat: "KEYWORD",
  DebateRound: "INT",
  DebateTenant: "KEYWORD",
  DebateCostUsd: "DOUBLE",
} as const;

/** What `positionsWorkflow` starts with. */
export interface PositionsInput {
  tenant: string;
  topic: string;
  context?: string;
  count: number;
  diversity: Diversity;
  model: ModelRef;
  durations: Durations;
}

/** Positions with what the call and the failed attempts before it used, or the fault that was left. */
export type PositionsOutcome =
  | {
      proposal: PositionsReading;
      spend: Spend;
      failures: { usage: Usage; costUsd: number | null }[];
    }
  | { fault: { kind: string; message: string; suggestion: string } };
