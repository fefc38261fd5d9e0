/** The vocabulary of events' shapes. Workflows import its type only, so that Zod stays out of their bundle. */
import { z } from "zod";
import { STATUSES } from "../../shapes/lifecycle.shape.ts";
import { Assessment } from "../../shapes/schemas/assessment.schema.ts";
import { CastBallot } from "../../shapes/schemas/ballot.ts";
import { line, list, prose, texts } from "../../shapes/schemas/bounds.ts";
import { CheckedClaims, ConfirmedClaims } from "../../shapes/schemas/claims.schema.ts";
import { AnswerReview, StoredConclusion } from "../../shapes/schemas/conclusion.schema.ts";
import { AloneAnswer, AnswerCount } from "../../shapes/schemas/control-arm.schema.ts";
import { Ranking } from "../../shapes/schemas/council.schema.ts";
import { Decision } from "../../shapes/schemas/decision.ts";
import { Evaluation } from "../../shapes/schemas/evaluation.schema.ts";
import { Exhibit } from "../../shapes/schemas/exhibit.schema.ts";
import { Degradation, FaultView, Problem, Warning } from "../../shapes/schemas/faults.schema.ts";
import { noteId, recordId } from "../../shapes/schemas/ids.schema.ts";
import { StoredOutput } from "../../shapes/schemas/output.schema.ts";
import { AnswerGroups } from "../../shapes/schemas/plurality.schema.ts";
import { Conformity, Poll } from "../../shapes/schemas/poll.schema.ts";
import { CONVERGED_BY, ENDED_BY, Result } from "../../shapes/schemas/result.schema.ts";
import { Money, Usage } from "../../shapes/schemas/spend.schema.ts";
import { Summary } from "../../shapes/schemas/summary.schema.ts";
import { ToolUse } from "../../shapes/schemas/tool-use.ts";
import { Turn, targetId } from "../../shapes/schemas/turn.schema.ts";
import { Vote } from "../../shapes/schemas/vote.schema.ts";
import type { PendingDecisionState } from "../../shapes/state/state.ts";

const round = z.int().min(0).meta({ description: "0: before the first round" });
const spent = { usage: Usage, costUsd: Money };
const attempt = z.int().min(1).meta({ description: "The attempt, from 1" });
const fault = {
  attempt,
  kind: line.meta({ description: "Of the fault" }),
  message: prose.meta({ description: "What went wrong" }),
};

const about = z
  .looseObject({
    turn: z.looseObject({ id: line, participantId: line, round, index: z.int().min(0) }).optional(),
    act: z.looseObject({ id: line }).optional(),
  })
  .meta({ description: "What it is about: the turn or the act, and the fault" });

/** Sent with `debate.created`, and not described to readers. */
interface Origin {
  forkedFrom: z.ZodOptional<z.ZodObject<{ id: z.ZodString; afterRound: z.ZodInt }>>;
  twinOf: z.ZodOptional<z.ZodString>;
}

export const FIELDS = {
  z,
  line,
  list,
  prose,
  texts,
  status: z.enum(STATUSES).meta({ description: "The debate's status from here on" }),
  endedBy: z.enum(ENDED_BY).meta({ description: "What ended the debate" }),
  convergedBy: z.enum(CONVERGED_BY).meta({
    description: "Who found it, where a convergence ended the debate; `code`: what the code measures of the turns",
  }),
  round,
  participantId: line.meta({ description: "The participant's id" }),
  /** Which turn it is about. */
  turnRef: {
    round,
    phase: line.meta({ description: "The turn's kind" }),
    participantId: line.meta({ description: "The speaker's id" }),
    turnId: line.meta({ description: "The turn's id" }),
  },
  targetId,
  noteId,
  recordId,
  latencyMs: z.number().meta({ description: "From the request to the last token, milliseconds" }),
  usage: Usage,
  spent,
  attempt,
  fault,
  failedAttempt: {
    ...fault,
    waitMs: z.number().nullable().meta({ description: "Until the next attempt; null: there is none" }),
    attempts: attempt.optional().meta({ description: "How many attempts there can be, as things stand" }),
    ...spent,
    unsettled: z.literal(true).optional().meta({ description: "It may have cost more than is known" }),
  },
  reason: prose.optional().meta({ description: "Why, as the command said" }),
  panelist: line.optional().meta({ description: "The model, where it is one of a panel" }),
  origin: {} as Origin,
  about: about as unknown as z.ZodType<Omit<PendingDecisionState, "asked">>,
  AloneAnswer,
  AnswerCount,
  AnswerGroups,
  AnswerReview,
  Assessment,
  CastBallot,
  CheckedClaims,
  ConfirmedClaims,
  Conformity,
  Decision,
  Degradation,
  Evaluation,
  Exhibit,
  FaultView,
  Poll,
  Problem,
  Ranking,
  Result,
  StoredConclusion,
  StoredOutput,
  Summary,
  ToolUse,
  Turn,
  Vote,
  Warning,
};
export type Fields = typeof FIELDS;
