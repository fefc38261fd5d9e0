/** The messages of a running debate: an update and a signal of the same name for every command, and queries. */
import { defineSearchAttributeKey, TypedSearchAttributes } from "@temporalio/common";
import { defineQuery, defineSignal, defineUpdate } from "@temporalio/workflow";
import type { Home } from "../../activities/base/home.activity-base.ts";
import type { Revision } from "../../activities/owner/revise.ts";
import type { ProposeInput } from "../../activities/preparation/propose-positions.ts";
import { firstBytes } from "../../domain/base/text/text.ts";
import type { EventPayloads } from "../../domain/play/events/events.ts";
import type { Moves } from "../../domain/play/events/keys.events.ts";
import type { PositionsReading } from "../../domain/prompts/speaker/positions.speaker-prompt.ts";
import type { ChosenModel, ModelRef } from "../../domain/shapes/catalogue/model-ref.ts";
import { INTERNAL_SIGNALS } from "../../domain/shapes/internal-signals.ts";
import type { Addition, Command, StopMode } from "../../domain/shapes/lifecycle.shape.ts";
import { ADDITIONS, COMMANDS } from "../../domain/shapes/lifecycle.shape.ts";
import type { Amount, DebatePlan, Durations } from "../../domain/shapes/plan/plan.ts";
import type { PendingDecision } from "../../domain/shapes/schemas/decision.ts";
import type { Problem } from "../../domain/shapes/schemas/faults.schema.ts";
import type { Answer, PendingAnswers } from "../../domain/shapes/schemas/questions.schema.ts";
import type { Usage } from "../../domain/shapes/schemas/spend.schema.ts";
import type { DebateState, Spend } from "../../domain/shapes/state/state.ts";
import type { RoundTime } from "./round-clock.ts";

export const TASK_QUEUE = "parley";
/** One task queue per provider, so that Temporal enforces the provider's rate limit. */
export function modelQueue(provider: string, prefix = TASK_QUEUE): string {
  return `${prefix}-llm-${provider}`;
}

/** The queue of one worker process. */
export function homeQueue(id: string, prefix = TASK_QUEUE): string {
  return `${prefix}-home-${id}`;
}

export interface CommandInput {
  /** Milliseconds since the epoch. The command is refused when it arrives later. */
  deadline?: number;
  reason?: string;
  /** `stop` only. */
  mode?: StopMode;
  /** `validate` only: whether to ask each model; left out: as the request says. */
  live?: boolean;
  /** `pause` only: cancels the running calls. */
  when?: "now";
  /** `submitAnswers` only. */
  answers?: Answer[];
  /** `interject`: the text's id in the store, or in a signal the text itself. `to`: one participant only. */
  note?: string;
  text?: string;
  to?: string;
  /** `decide`: which decision, the option, and the option's parameters. */
  decisionId?: string;
  option?: string;
  params?: Record<string, unknown>;
  /** `configure` and `amend` as updates: made from the revision `base`, at `version` if the caller named one. */
  revised?: Revision & { base: string | null; version?: number };
  /** `configure` and `amend` as signals: a JSON merge patch (RFC 7396). */
  patch?: Record<string, unknown>;
}

/** The response to an accepted command: the debate after the command was recorded. */
export interface CommandOutcome {
  version: number;
  state: DebateState;
}

/** Everything that an owner can send to a debate. */
export const MESSAGES = [...COMMANDS, ...ADDITIONS];

export const COMMAND_UPDATES = Object.fromEntries(
  MESSAGES.map((name) => [name, defineUpdate<CommandOutcome, [CommandInput?]>(name)]),
) as Record<Command | Addition, ReturnType<typeof defineUpdate<CommandOutcome, [CommandInput?]>>>;

export const COMMAND_SIGNALS = Object.fromEntries(
  MESSAGES.map((name) => [name, defineSignal<[CommandInput?]>(name)]),
) as Record<Command | Addition, ReturnType<typeof defineSignal<[CommandInput?]>>>;

export const stateQuery = defineQuery<DebateState>("state");
export const pendingQuery = defineQuery<PendingAnswers | PendingDecision | null>("pending");

/** A debate's input: what it starts with, and what it carries over when it continues as new. */
export interface DebateInput {
  plan: DebatePlan;
  /** What a draft still lacks. */
  problems?: Problem[];
  /** Where Parley's pages are, for links in Temporal's UI; left out: unknown. */
  publicUrl?: string;
  /** It waits for its turn in the queue of its tenant before it starts. */
  queued?: true;
  /** For a debate that was made from another. With `carried` it is a fork, which goes on where its prefix ends. */
  origin?: Pick<EventPayloads["debate.created"], "forkedFrom" | "twinOf">;
  carried?: {
    state: DebateState;
    version: number;
    /** The workflow's own event counter and the log's head as far as it knows. */
    eventCount: number;
    head: number;
    /** Left out by runs from before status moves had identities. */
    moves?: Moves;
    /** How long the turns of the round under way have taken; only where a limit is set. */
    roundTime?: RoundTime;
    /** A webhook was set after the debate began. */
    webhook?: true;
    /** The owner's last `validate` said whether to ask the models. */
    asksModels?: boolean;
    /** It still waits for its turn. */
    queued?: true;
    /** The worker that makes its model calls. */
    home?: Home;
    /** Ids of updates that were carried out, oldest first. */
    seen?: string[];
    /** Under a budget: acts that are to be tried again, each with a log id below its failures. */
    retrying?: Record<string, number>;
  };
}

/** To a draft: it is in the queue, and starts when its turn comes. */
export const queuedSignal = defineSignal(INTERNAL_SIGNALS.queued);
/** To a debate in the queue, and to an experiment in line: its turn has come. */
export const calledSignal = defineSignal(INTERNAL_SIGNALS.called);

/** The id of the workflow that delivers a debate's events to its webhook. */
export function webhookWorkflowId(debateId: string): string {
  return `${debateId}-webhook`;
}

/** One redelivery of an event at a time. */
export function redeliveryWorkflowId(deliveryId: string): string {
  return `${deliveryId}-redelivery`;
}

/** To the debate: a webhook was stored or replaced. Deliveries begin or go on. */
export const webhookSetSignal = defineSignal(INTERNAL_SIGNALS.webhookSet);
/** To the webhook's workflow: the debate goes on after a wait. */
export const wakeSignal = defineSignal(INTERNAL_SIGNALS.wake);

/** For the workflow in which another judge rules on a debate that is over. */
export interface RejudgeInput {
  tenant: string;
  debateId: string;
  rejudgementId: string;
  generation: number;
  /** The revision of the debate's configuration. */
  revision?: string;
  judge: ModelRef;
  panel?: ChosenModel[];
  bothOrders?: true;
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

/** Input of `sweepWorkflow`. Left out: the default times. */
export interface SweepRequest {
  stillMs?: number;
}

export const SEARCH_ATTRIBUTES = {
  DebateStatus: "KEYWORD",
  DebateFormat: "KEYWORD",
  DebateRound: "INT",
  DebateTenant: "KEYWORD",
  DebateCostUsd: "DOUBLE",
} as const;

/** Bytes that Temporal takes. */
const LONGEST_FAIRNESS_KEY = 64;

/**
 * Priorities in Temporal's queues: 1 is the highest, 5 the lowest. An experiment's own workflow does little but obey its owner.
 * Its cells are behind every single debate (`api/quotas/priority.ts`). A backlog does little too, and people wait for it.
 */
export const PRIORITIES = { experiment: 1, backlog: 1, cell: 5 };

/** Temporal gives each tenant's tasks their share: one tenant's many debates do not starve another's one. */
export function priorityOf({ tenant }: Pick<DebatePlan, "tenant">): { fairnessKey: string } {
  return { fairnessKey: firstBytes(tenant, LONGEST_FAIRNESS_KEY) };
}

/** With which a debate's workflow starts. */
export function searchAttributesOf(plan: Pick<DebatePlan, "format" | "tenant">): TypedSearchAttributes {
  return new TypedSearchAttributes([
    { key: defineSearchAttributeKey("DebateStatus", "KEYWORD"), value: "configuring" },
    { key: defineSearchAttributeKey("DebateFormat", "KEYWORD"), value: plan.format },
    { key: defineSearchAttributeKey("DebateTenant", "KEYWORD"), value: plan.tenant },
    { key: defineSearchAttributeKey("DebateRound", "INT"), value: 0 },
    { key: defineSearchAttributeKey("DebateCostUsd", "DOUBLE"), value: 0 },
  ]);
}

/** Input of `positionsWorkflow`. */
export interface PositionsInput extends Omit<ProposeInput, "durations" | "failures"> {
  durations: Durations;
}

/** Positions, with what the call and its failed attempts used; or the fault beyond its retries. */
export type PositionsOutcome =
  | {
      proposal: PositionsReading;
      spend: Spend;
      failures: { usage: Usage; costUsd: number | null }[];
    }
  | { fault: { kind: string; message: string; suggestion: string } };

/** What a debate tells its parent when it is over: what it bought itself. `isLost`: nobody knows. */
export type DebateReport = { bought: { spend: Spend; unsettled: Amount } } | { isLost: true };

/** To its parent: a debate waits for an owner who is not there. */
export const debateWaitsSignal = defineSignal<[{ debateId: string; why: string }]>(INTERNAL_SIGNALS.debateWaits);
