/** What each event of a debate's log holds, by type: for the API's description and for the check of what is imported. */
import { z } from "zod";
import { Decision } from "./decision.ts";
import type { EventType } from "./events.ts";
import { STATUSES } from "./lifecycle.ts";
import { Assessment } from "./schemas/assessment.ts";
import { CastBallot } from "./schemas/ballot.ts";
import { Evaluation } from "./schemas/evaluation.ts";
import { Degradation, FaultView, Problem } from "./schemas/faults.ts";
import { ENDED_BY, Result } from "./schemas/result.ts";
import { Money, Usage } from "./schemas/spend.ts";
import { Summary } from "./schemas/summary.ts";
import { Turn } from "./schemas/turn.ts";
import { Vote } from "./schemas/vote.ts";

const round = z.int().min(0).meta({ description: "0: before the first round" });
const phase = z.string();
const participantId = z.string();
const turnId = z.string();
const costUsd = Money;
const latencyMs = z.number();
const spent = { usage: Usage, costUsd };
const turn = { round, phase, participantId, turnId };
const attempt = z.int().min(1);
const kind = z.string().meta({ description: "Of the fault" });
const message = z.string();
const waitMs = z.number().nullable().meta({ description: "Until the next attempt; null: there is none" });
const iteration = z.int();
const unsettled = z.literal(true).optional().meta({ description: "It may have cost more than is known" });
const reason = z.string().optional();
const panelist = z.string().optional().meta({ description: "The model, where it is one of a panel" });

/** All there are; a type that is missing does not compile. Texts are whole, as the log has them. */
export const EVENT_SHAPES = {
  "debate.created": {
    format: z.string(),
    maxRounds: z.int(),
    problems: z.array(Problem).optional(),
  },
  "debate.status": {
    status: z.enum(STATUSES),
    phase: z.string().nullable(),
    round,
    pausing: z.boolean(),
    by: z.string().meta({ description: "The command, or what else led here" }),
    reason,
    problems: z.array(Problem).optional(),
    error: FaultView.optional(),
    endedBy: z.enum(ENDED_BY).optional(),
    configured: z
      .object({
        revision: z.string(),
        participants: z.array(participantId),
        clarifies: z.boolean(),
        dialectic: z.boolean(),
        controlArm: z.literal(true).optional(),
      })
      .optional(),
  },
  "positions.assigned": {
    positions: z.array(
      z.object({
        participantId,
        position: z.string(),
        persona: z.string().optional(),
        keyArguments: z.array(z.string()).optional(),
        source: z.enum(["given", "assigned", "plain"]),
      }),
    ),
    reasoning: z.string(),
    latencyMs,
    ...spent,
  },
  "clarification.collected": {
    iteration,
    participantId,
    actId: z.string(),
    count: z.int(),
    latencyMs,
    ...spent,
  },
  "clarification.asked": {
    iteration,
    questions: z.array(z.object({ id: z.string(), text: z.string(), askedBy: z.array(participantId) })),
  },
  "clarification.answered": {
    answers: z.array(z.object({ questionId: z.string(), answer: z.string().nullable() })),
  },
  "retrieval.completed": {
    method: z.enum(["lexical", "semantic", "chroma"]).nullable(),
    items: z.array(z.object({ id: z.string(), name: z.string(), score: z.number() })),
    latencyMs,
    degraded: Degradation.optional(),
  },
  "round.started": { round },
  "round.completed": { round, ...spent },
  "phase.started": { round, phase, expected: z.int().meta({ description: "Turns" }) },
  "phase.completed": { round, phase },
  "turn.started": { ...turn, model: z.string(), attempt },
  "turn.delta": { ...turn, attempt, text: z.string() },
  "turn.completed": { ...turn, turn: Turn },
  "turn.restarted": { ...turn, attempt, kind, message },
  "turn.failed": { ...turn, attempt, kind, message, waitMs, ...spent, unsettled },
  "judge.failed": {
    round,
    actId: z.string(),
    panelist,
    attempt,
    kind,
    message,
    waitMs,
    ...spent,
    unsettled,
    model: z.string().optional().meta({ description: "Of a summary for all; missing: the judge's" }),
  },
  "attempt.unsettled": {
    round,
    participantId: participantId.nullable().meta({ description: "null: the judge" }),
    actId: z.string().meta({ description: "Of the turn or the act" }),
    attempt,
    usage: Usage,
    costUsd: z.number().meta({ description: "Charged against the limit beyond what is known, and in no total" }),
  },
  "assessment.completed": { round, assessment: Assessment },
  "vote.completed": { round, when: z.enum(["before", "after"]), vote: Vote, panelist },
  "ballot.completed": { round, ballot: CastBallot, panelist },
  "context.warning": {
    round,
    participantId: participantId.nullable().meta({ description: "null: the judge" }),
    use: z.number().meta({ description: "Share of the capacity, before anything was done about it" }),
    strategy: z.enum(["all", "truncate", "window", "summarize"]).meta({ description: "What is done about it" }),
    capacity: z.int().meta({ description: "Tokens of input that the window leaves beside the output" }),
    tokens: z.int(),
    forced: z.literal(true).optional().meta({ description: "It did not fit, and policy or owner chose this" }),
  },
  "context.summarized": {
    round,
    participantId: participantId.nullable().meta({ description: "null: of all turns, for all readers or the judge" }),
    summary: Summary,
  },
  "evaluation.completed": { round, evaluation: Evaluation },
  "act.skipped": { round, actId: z.string(), degradation: Degradation },
  "interjection.added": {
    round,
    turnId,
    interjection: z.strictObject({
      id: z.string(),
      note: z.string(),
      round,
      index: z.int().min(0),
      to: participantId.optional(),
      at: z.string(),
    }),
  },
  "participant.dropped": {
    round,
    participantId,
    kind,
    message,
    turnId: turnId.optional(),
    degradation: Degradation,
  },
  "judge.replaced": {
    round,
    judge: z.string(),
    before: z.string(),
    model: z.strictObject({
      provider: z.string(),
      model: z.string(),
      priceUsdPerMTok: z
        .strictObject({ input: z.number(), cachedInput: z.number().nullable(), output: z.number() })
        .optional(),
    }),
    by: z.enum(["policy", "owner"]),
    panelOut: z.literal(true).optional().meta({ description: "It takes the place of the whole panel" }),
    degradation: Degradation,
  },
  "decision.requested": {
    round,
    decision: Decision,
    about: z
      .looseObject({
        turn: z.looseObject({ id: z.string(), participantId, round, index: z.int().min(0) }).optional(),
        act: z.looseObject({ id: z.string() }).optional(),
      })
      .meta({ description: "What it is about: the turn or the act, and the fault" }),
  },
  "decision.made": {
    round,
    decision: Decision,
    reason,
    degradation: Degradation.optional(),
  },
  "cost.warning": {
    round,
    thresholdUsd: z.number(),
    spentUsd: z.number(),
    reservedUsd: z.number(),
  },
  "cost.limit": {
    round,
    unit: z.enum(["usd", "tokens"]),
    limit: z.number(),
    spent: z.number(),
    reserved: z.number(),
    needed: z.number(),
    policy: z.enum(["conclude", "ask", "error"]),
    degradation: Degradation.optional(),
  },
  "warning.acknowledged": { round, thresholds: z.array(z.number()) },
  "command.ignored": { command: z.string(), why: z.string() },
  "result.completed": { result: Result },
  "debate.completed": { status: z.literal("completed"), reason },
  "debate.failed": { status: z.literal("failed"), reason },
  "debate.cancelled": { status: z.literal("cancelled"), reason },
} satisfies Record<EventType, z.ZodRawShape>;

export const EVENT_NAMES = Object.keys(EVENT_SHAPES) as EventType[];
