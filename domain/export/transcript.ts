/** The transcript as JSON: a whole debate in one object, fit to be imported elsewhere (spec §2.2a). */
import { z } from "zod";
import { Decision } from "../decision.ts";
import { Question } from "../questions.ts";
import { Rating } from "../rating.ts";
import { Rejudgement } from "../rejudgement.ts";
import { Assessment, Flip } from "../schemas/assessment.ts";
import { Debate } from "../schemas/debate.ts";
import { Evaluation } from "../schemas/evaluation.ts";
import { Result } from "../schemas/result.ts";
import { Summary } from "../schemas/summary.ts";
import { Turn } from "../schemas/turn.ts";

const ms = z.int().min(0).nullable();

export const Trace = z
  .object({
    timing: z.object({
      startedAt: z.string().nullable(),
      completedAt: z.string().nullable(),
      totalMs: ms.meta({ description: "From start to end; null while it runs" }),
      modelMs: z.int().min(0).meta({ description: "Time in which at least one model was at work" }),
      ownMs: ms.meta({ description: "The rest of the total: Parley's own work, pauses and waits" }),
      retrievalMs: ms.meta({ description: "Looking up reasoning templates; null when none were looked up" }),
      conclusionMs: ms.meta({ description: "From the last round to the end; null before it" }),
      roundsMs: z.array(z.int().min(0)).meta({ description: "By round, from round 1" }),
    }),
    models: z.record(z.string(), z.string()).meta({ description: "By role, else by participant id; and `judge`" }),
    templates: z.array(z.object({ id: z.string(), name: z.string(), score: z.number() })),
    earlyStopped: z.boolean().nullable().meta({ description: "Of an answer: it came before maxRounds" }),
    qualityScore: z.number().nullable().meta({ description: "The judge's, 0–100" }),
    userRating: Rating.nullable(),
    autoScore: z.number().min(0).max(100).nullable().meta({
      description:
        "From what was measured: 100, less 50 × share of repeating turns, 30 × of drifting participants, 20 where returns diminish; the rounds' mean",
    }),
    flips: z
      .array(z.object({ round: z.int().min(1), ...Flip.shape }))
      .optional()
      .meta({
        description: "Positions that changed, by round; missing where no judge was asked",
      }),
  })
  .meta({ id: "Trace" });
export type Trace = z.infer<typeof Trace>;

const EventRecord = z
  .object({ id: z.int().min(1), type: z.string(), at: z.string(), data: z.record(z.string(), z.unknown()) })
  .meta({ id: "EventRecord" });

export const TranscriptExport = z
  .object({
    debate: Debate,
    turns: z.array(Turn),
    assessments: z.array(Assessment),
    evaluations: z.array(Evaluation).optional().meta({ description: "Dialectic only" }),
    summaries: z.array(Summary),
    questions: z.array(Question),
    decisions: z.array(Decision),
    rejudgements: z.array(Rejudgement).min(1).optional().meta({
      description: "What other judges ruled since it ended, those under way left out; missing when there are none",
    }),
    result: z.union([Result, z.null()]),
    trace: Trace,
    events: z.array(EventRecord),
  })
  .meta({ id: "TranscriptExport" });
export type TranscriptExport = z.infer<typeof TranscriptExport>;
