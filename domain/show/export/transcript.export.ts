/** The JSON export: a whole debate in one object, which can be imported elsewhere (docs/design/api.md#22a-shapes). */
import { z } from "zod";
import { Rejudgement } from "../../around/rejudgement/rejudgement.ts";
import { Assessment, Flip, MeasuredRound } from "../../shapes/schemas/assessment.schema.ts";
import { dictionary, line, list } from "../../shapes/schemas/bounds.ts";
import { Debate } from "../../shapes/schemas/debate.schema.ts";
import { Decision } from "../../shapes/schemas/decision.ts";
import { Evaluation } from "../../shapes/schemas/evaluation.schema.ts";
import { LIMITS } from "../../shapes/schemas/limits.schema.ts";
import { Poll } from "../../shapes/schemas/poll.schema.ts";
import { Question } from "../../shapes/schemas/questions.schema.ts";
import { Rating } from "../../shapes/schemas/rating.schema.ts";
import { CONVERGED_BY, ENDED_BY, Result } from "../../shapes/schemas/result.schema.ts";
import { Summary } from "../../shapes/schemas/summary.schema.ts";
import { Turn } from "../../shapes/schemas/turn.schema.ts";
import { Receipt, SentPrompts } from "./receipt.export.ts";

/** `convergence` has a finder, and a limit ends nothing early. */
const STOPPED_BY = [
  ...CONVERGED_BY,
  ...ENDED_BY.filter((by) => by !== "judge" && by !== "convergence" && by !== "limit"),
] as const;
export type StoppedBy = (typeof STOPPED_BY)[number];

const ms = z.int().min(0).nullable();

export const Trace = z
  .object({
    timing: z
      .object({
        startedAt: line.nullable().meta({ description: "When the debate started; null: not yet" }),
        completedAt: line.nullable().meta({ description: "When it ended; null: not yet" }),
        totalMs: ms.meta({ description: "From start to end; null while it runs" }),
        modelMs: z.int().min(0).meta({ description: "Time in which at least one model was at work" }),
        ownMs: ms.meta({ description: "The rest of the total: Parley's own work, pauses and waits" }),
        retrievalMs: ms.meta({ description: "Looking up reasoning templates; null when none were looked up" }),
        conclusionMs: ms.meta({ description: "From the last round to the end; null before it" }),
        roundsMs: list(z.int().min(0), LIMITS.rounds).meta({ description: "By round, from round 1" }),
      })
      .meta({ description: "When and how long" }),
    models: dictionary(line, 50).meta({
      description: "By role, else by participant id; and `judge`, and `embedding` where turns were compared by meaning",
    }),
    templates: list(
      z.object({
        id: line.meta({ description: "The template's id" }),
        name: line.meta({ description: "The template's name" }),
        score: z.number().meta({ description: "Higher is nearer to the topic" }),
      }),
      20,
    ).meta({ description: "Reasoning templates that were found for the topic" }),
    earlyStopped: z.enum(STOPPED_BY).nullable().meta({
      description:
        "Who ended the debate before its last round: the `judge`; the `skeptic`, who was content; the `answers`, which were alike or did not change; the `polls`, in which stances did not move; the `code`, by what it measures: everybody repeated, or returns diminished; the `budget`; the `owner`; a `policy` after a fault. null: nobody did",
    }),
    qualityScore: z.number().nullable().meta({
      description:
        "0–100: of a verdict the judge's score of the debate, of a solution its confidence in it, of an answer ten times the skeptic's last score",
    }),
    userRating: Rating.nullable(),
    autoScore: z.number().min(0).max(100).nullable().meta({
      description:
        "From what was measured: 100, less 50 × share of repeating turns, 30 × of drifting participants, 20 where returns diminish; the rounds' mean",
    }),
    measured: list(MeasuredRound, LIMITS.rounds)
      .optional()
      .meta({ description: "By round; missing where no turn was measured" }),
    flips: list(
      z.object({ round: z.int().min(1).meta({ description: "The round in which it changed" }), ...Flip.shape }),
      5_000,
    )
      .optional()
      .meta({
        description: "Positions that changed, by round; missing where no judge was asked",
      }),
  })
  .meta({ id: "Trace", description: "Times, models and scores, computed from the record" });
export type Trace = z.infer<typeof Trace>;

const EventRecord = z
  .object({
    id: z.int().min(1).meta({ description: "Its number in the log" }),
    type: line.meta({ description: "The kind of event" }),
    at: line.meta({ description: "ISO 8601, UTC" }),
    data: dictionary(z.unknown(), 50).meta({ description: "The event's own fields" }),
    hash: line.optional().meta({
      description:
        "Of a signed export: SHA-256 of this event and of the hash before it, so that no event can change unseen",
    }),
  })
  .meta({ id: "EventRecord", description: "An entry of the debate's log" });

export const TranscriptExport = z
  .object({
    debate: Debate,
    turns: list(Turn, 40_000).meta({ description: "All turns in their order" }),
    assessments: list(Assessment, LIMITS.rounds).meta({ description: "The judge's assessments of rounds" }),
    evaluations: list(Evaluation, LIMITS.rounds).optional().meta({ description: "Dialectic only" }),
    polls: list(Poll, 5_000).optional().meta({ description: "Private answers; missing where there are none" }),
    summaries: list(Summary, 10_000).meta({ description: "Summaries that stood for older turns in prompts" }),
    questions: list(Question, 1_000).meta({ description: "What participants asked before round 1" }),
    decisions: list(Decision, 5_000).meta({ description: "Decisions that the debate asked its owner for" }),
    rejudgements: list(Rejudgement, 50).min(1).optional().meta({
      description: "What other judges ruled since it ended, those under way left out; missing when there are none",
    }),
    result: z.union([Result, z.null()]).meta({ description: "How the debate ended; null: it has no result" }),
    trace: Trace,
    events: list(EventRecord, 200_000).meta({ description: "The log, without `turn.delta`" }),
    prompts: SentPrompts.optional(),
    receipt: Receipt.optional(),
  })
  .meta({ id: "TranscriptExport", description: "A whole debate, which can be imported elsewhere" });
export type TranscriptExport = z.infer<typeof TranscriptExport>;
