/** What the payloads of imported events must hold: everything that a state is folded from. */
import { z } from "zod";
import { Decision } from "../decision.ts";
import type { EventType } from "../events.ts";
import { STATUSES } from "../lifecycle.ts";
import {
  Assessment,
  CastBallot,
  Degradation,
  ENDED_BY,
  Evaluation,
  FaultView,
  Money,
  Problem,
  Result,
  Summary,
  Turn,
  Usage,
  Vote,
} from "../schemas.ts";

const round = z.int().min(0);
const phase = z.string();
const participantId = z.string();
const spent = { usage: Usage, costUsd: Money };
const speaking = { round, phase, participantId, turnId: z.string() };
const place = { participantId, round, index: round };
const attempt = z.int().min(1);
const failure = { attempt, kind: z.string(), message: z.string(), waitMs: z.number().nullable(), ...spent };
const question = z.looseObject({ id: z.string(), text: z.string(), askedBy: z.array(z.string()) });
const ending = <T extends string>(status: T) => z.looseObject({ status: z.literal(status) });

/** Open objects: a payload may say more than a state needs. */
export const EVENT_DATA: Partial<Record<EventType, z.ZodType>> = {
  "debate.status": z.looseObject({
    status: z.enum(STATUSES),
    phase: z.string().nullable(),
    round,
    pausing: z.boolean(),
    by: z.string(),
    problems: z.array(Problem).optional(),
    error: FaultView.optional(),
    endedBy: z.enum(ENDED_BY).optional(),
  }),
  "positions.assigned": z.looseObject({ positions: z.array(z.looseObject({ participantId })), ...spent }),
  "retrieval.completed": z.looseObject({ items: z.array(z.looseObject({ id: z.string(), name: z.string() })) }),
  "clarification.collected": z.looseObject({ iteration: z.int(), participantId, latencyMs: z.number(), ...spent }),
  "clarification.asked": z.looseObject({ iteration: z.int(), questions: z.array(question) }),
  "clarification.answered": z.looseObject({ answers: z.array(z.looseObject({ questionId: z.string() })) }),
  "round.started": z.looseObject({ round }),
  "round.completed": z.looseObject({ round }),
  "phase.started": z.looseObject({ round, phase }),
  "turn.completed": z.looseObject({ ...speaking, turn: Turn }),
  "turn.failed": z.looseObject({ ...speaking, ...failure }),
  "judge.failed": z.looseObject({
    round,
    actId: z.string(),
    panelist: z.string().optional(),
    ...failure,
    model: z.string().optional(),
  }),
  "assessment.completed": z.looseObject({ round, assessment: Assessment }),
  "vote.completed": z.looseObject({ round, vote: Vote, panelist: z.string().optional() }),
  "ballot.completed": z.looseObject({ round, ballot: CastBallot, panelist: z.string().optional() }),
  "context.warning": z.looseObject({
    round,
    participantId: participantId.nullable(),
    use: z.number(),
    strategy: z.enum(["all", "truncate", "window", "summarize"]),
    capacity: z.int(),
    tokens: z.int(),
  }),
  "context.summarized": z.looseObject({ round, participantId: participantId.nullable(), summary: Summary }),
  "evaluation.completed": z.looseObject({ round, evaluation: Evaluation }),
  "interjection.added": z.looseObject({
    round,
    interjection: z.strictObject({
      id: z.string(),
      note: z.string(),
      round,
      index: round,
      to: z.string().optional(),
      at: z.string(),
    }),
  }),
  "act.skipped": z.looseObject({ actId: z.string(), degradation: Degradation }),
  "participant.dropped": z.looseObject({ round, participantId, degradation: Degradation }),
  "judge.replaced": z.looseObject({
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
    panelOut: z.literal(true).optional(),
    degradation: Degradation,
  }),
  "decision.requested": z.looseObject({
    round,
    decision: Decision,
    about: z.looseObject({
      turn: z.looseObject({ id: z.string(), ...place }).optional(),
      act: z.looseObject({ id: z.string() }).optional(),
    }),
  }),
  "decision.made": z.looseObject({ round, decision: Decision, degradation: Degradation.optional() }),
  "attempt.unsettled": z.looseObject({ round, actId: z.string(), attempt, usage: Usage, costUsd: z.number() }),
  "cost.warning": z.looseObject({ round, thresholdUsd: z.number() }),
  "cost.limit": z.looseObject({ round, degradation: Degradation.optional() }),
  "result.completed": z.looseObject({ result: Result }),
  "debate.completed": ending("completed"),
  "debate.failed": ending("failed"),
  "debate.cancelled": ending("cancelled"),
};
