/** The events of a debate's log as the API shows them, by type: `{ id, type, at, ...payload }`. */
import { z } from "zod";
import { Decision } from "../domain/decision.ts";
import type { EventType } from "../domain/events.ts";
import { STATUSES } from "../domain/lifecycle.ts";
import {
  Assessment,
  CastBallot,
  Degradation,
  ENDED_BY,
  Evaluation,
  FaultView,
  Problem,
  Result,
  Summary,
  Turn,
  Usage,
  Vote,
} from "../domain/schemas.ts";

const round = z.int().min(0).meta({ description: "0: before the first round" });
const phase = z.string();
const participantId = z.string();
const turnId = z.string();
const costUsd = z.number().nullable();
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

/** All there are; a type that is missing does not compile. */
const EVENTS = {
  "debate.created": event("debate.created", {
    format: z.string(),
    maxRounds: z.int(),
    problems: z.array(Problem).optional(),
  }),
  "debate.status": event("debate.status", {
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
  }),
  "positions.assigned": event("positions.assigned", {
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
  }),
  "clarification.collected": event("clarification.collected", {
    iteration,
    participantId,
    actId: z.string(),
    count: z.int(),
    latencyMs,
    ...spent,
  }),
  "clarification.asked": event("clarification.asked", {
    iteration,
    questions: z.array(z.object({ id: z.string(), text: z.string(), askedBy: z.array(participantId) })),
  }),
  "clarification.answered": event("clarification.answered", {
    answers: z.array(z.object({ questionId: z.string(), answer: z.string().nullable() })),
  }),
  "retrieval.completed": event("retrieval.completed", {
    method: z.enum(["lexical", "semantic", "chroma"]).nullable(),
    items: z.array(z.object({ id: z.string(), name: z.string(), score: z.number() })),
    latencyMs,
    degraded: Degradation.optional(),
  }),
  "round.started": event("round.started", { round }),
  "round.completed": event("round.completed", { round, ...spent }),
  "phase.started": event("phase.started", { round, phase, expected: z.int().meta({ description: "Turns" }) }),
  "phase.completed": event("phase.completed", { round, phase }),
  "turn.started": event("turn.started", { ...turn, model: z.string(), attempt }),
  "turn.delta": event("turn.delta", { ...turn, attempt, text: z.string() }),
  "turn.completed": event("turn.completed", { ...turn, turn: Turn }),
  "turn.restarted": event("turn.restarted", { ...turn, attempt, kind, message }),
  "turn.failed": event("turn.failed", { ...turn, attempt, kind, message, waitMs, ...spent, unsettled }),
  "judge.failed": event("judge.failed", {
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
  }),
  "attempt.unsettled": event("attempt.unsettled", {
    round,
    participantId: participantId.nullable().meta({ description: "null: the judge" }),
    actId: z.string().meta({ description: "Of the turn or the act" }),
    attempt,
    usage: Usage,
    costUsd: z.number().meta({ description: "Charged against the limit beyond what is known, and in no total" }),
  }),
  "assessment.completed": event("assessment.completed", { round, assessment: Assessment }),
  "vote.completed": event("vote.completed", { round, when: z.enum(["before", "after"]), vote: Vote, panelist }),
  "ballot.completed": event("ballot.completed", { round, ballot: CastBallot, panelist }),
  "context.warning": event("context.warning", {
    round,
    participantId: participantId.nullable().meta({ description: "null: the judge" }),
    use: z.number().meta({ description: "Share of the capacity, before anything was done about it" }),
    strategy: z.enum(["all", "truncate", "window", "summarize"]).meta({ description: "What is done about it" }),
    capacity: z.int().meta({ description: "Tokens of input that the window leaves beside the output" }),
    tokens: z.int(),
    forced: z.literal(true).optional().meta({ description: "It did not fit, and policy or owner chose this" }),
  }),
  "context.summarized": event("context.summarized", {
    round,
    participantId: participantId.nullable().meta({ description: "null: of all turns, for all readers or the judge" }),
    summary: Summary,
  }),
  "evaluation.completed": event("evaluation.completed", { round, evaluation: Evaluation }),
  "act.skipped": event("act.skipped", { round, actId: z.string(), degradation: Degradation }),
  "interjection.added": event("interjection.added", {
    round,
    turnId,
    interjection: z.object({
      id: z.string(),
      note: z.string(),
      round,
      index: z.int().min(0),
      to: participantId.optional(),
      at: z.string(),
    }),
  }),
  "participant.dropped": event("participant.dropped", {
    round,
    participantId,
    kind,
    message,
    turnId: turnId.optional(),
    degradation: Degradation,
  }),
  "judge.replaced": event("judge.replaced", {
    round,
    judge: z.string(),
    before: z.string(),
    model: z.object({
      provider: z.string(),
      model: z.string(),
      priceUsdPerMTok: z
        .object({ input: z.number(), cachedInput: z.number().nullable(), output: z.number() })
        .optional(),
    }),
    by: z.enum(["policy", "owner"]),
    panelOut: z.literal(true).optional().meta({ description: "It takes the place of the whole panel" }),
    degradation: Degradation,
  }),
  "decision.requested": event("decision.requested", {
    round,
    decision: Decision,
    about: z.looseObject({}).meta({ description: "What it is about: the act, and the fault" }),
  }),
  "decision.made": event("decision.made", {
    round,
    decision: Decision,
    reason,
    degradation: Degradation.optional(),
  }),
  "cost.warning": event("cost.warning", {
    round,
    thresholdUsd: z.number(),
    spentUsd: z.number(),
    reservedUsd: z.number(),
  }),
  "cost.limit": event("cost.limit", {
    round,
    unit: z.enum(["usd", "tokens"]),
    limit: z.number(),
    spent: z.number(),
    reserved: z.number(),
    needed: z.number(),
    policy: z.enum(["conclude", "ask", "error"]),
    degradation: Degradation.optional(),
  }),
  "warning.acknowledged": event("warning.acknowledged", { round, thresholds: z.array(z.number()) }),
  "command.ignored": event("command.ignored", { command: z.string(), why: z.string() }),
  "result.completed": event("result.completed", { result: Result }),
  "debate.completed": event("debate.completed", { status: z.literal("completed"), reason }),
  "debate.failed": event("debate.failed", { status: z.literal("failed"), reason }),
  "debate.cancelled": event("debate.cancelled", { status: z.literal("cancelled"), reason }),
} satisfies Record<EventType, z.ZodType>;

/** An event of the type, under a name of its own: `TurnDeltaEvent`. */
function event<T extends EventType, S extends z.ZodRawShape>(type: T, shape: S) {
  const name = type.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase());
  return z.object({ id: z.int().min(1), type: z.literal(type), at: z.string(), ...shape }).meta({ id: `${name}Event` });
}

/** Any of them; `type` tells which. */
export const Event = z
  .discriminatedUnion("type", Object.values(EVENTS) as [(typeof EVENTS)["debate.created"]])
  .meta({ id: "Event", description: "An entry of the log, which `type` tells apart" });
