/** How others talk to a running debate: one update and one signal of the same name for every command, and queries. */
import { defineQuery, defineSignal, defineUpdate } from "@temporalio/workflow";
import type { Command, StopMode } from "../domain/lifecycle.ts";
import { COMMANDS } from "../domain/lifecycle.ts";
import type { DebatePlan, DebateState, Durations, ModelRef, Spend } from "../domain/plan.ts";
import type { PositionsReading } from "../domain/prompts/positions.ts";
import type { Answer, PendingAnswers } from "../domain/questions.ts";
import type { Diversity, Usage } from "../domain/schemas.ts";

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
  /** `submitAnswers` only. */
  answers?: Answer[];
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
export const REFUSED = { illegal: "illegal-transition", late: "deadline-passed", invalid: "invalid-request" } as const;

export const COMMAND_UPDATES = Object.fromEntries(
  COMMANDS.map((name) => [name, defineUpdate<CommandOutcome, [CommandInput?]>(name)]),
) as Record<Command, ReturnType<typeof defineUpdate<CommandOutcome, [CommandInput?]>>>;

export const COMMAND_SIGNALS = Object.fromEntries(
  COMMANDS.map((name) => [name, defineSignal<[CommandInput?]>(name)]),
) as Record<Command, ReturnType<typeof defineSignal<[CommandInput?]>>>;

export const stateQuery = defineQuery<DebateState>("state");
export const pendingQuery = defineQuery<PendingAnswers | null>("pending");

/** What a debate starts with, and what it carries over when it continues as new. */
export interface DebateInput {
  plan: DebatePlan;
  carried?: {
    state: DebateState;
    version: number;
    /** The workflow's own event counter and the log's head as far as it knows. */
    eventCount: number;
    head: number;
  };
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
