/** A judge's assessment of a round, and the code's measurements. */
import { z } from "zod";
import { line, list, prose, texts } from "./bounds.ts";
import { recordId } from "./ids.schema.ts";
import { embedding, Repetition } from "./repetition.schema.ts";
import { CriterionScores } from "./rubric.schema.ts";
import { billed } from "./spend.schema.ts";

export const AssessmentFlags = z
  .object({
    repetitive: z.boolean().meta({ description: "The participants repeat themselves" }),
    drifting: z.boolean().meta({ description: "The participants move away from the topic" }),
    diminishingReturns: z.boolean().meta({ description: "The round added little that is new" }),
    convergenceReached: z.boolean().meta({ description: "The participants now agree on what matters" }),
  })
  .meta({ id: "AssessmentFlags", description: "The judge's findings on a whole round" });
export type AssessmentFlags = z.infer<typeof AssessmentFlags>;

const Trend = z
  .enum(["improving", "stable", "declining"])
  .meta({ id: "Trend", description: "How a figure moves from round to round" });
export type Trend = z.infer<typeof Trend>;

const trend = z.union([Trend, z.null()]);

export const Measured = z
  .object({
    repetition: list(Repetition, 100).meta({ description: "Turns that repeat earlier ones" }),
    diminishingReturns: z.boolean().meta({ description: "Rounds bring little more, as measured" }),
    drifting: list(line, 20).meta({ description: "Ids of participants whose relevance is below 5" }),
    trends: z
      .object({
        quality: trend.meta({ description: "The judge's quality score" }),
        novelty: trend.meta({ description: "The judge's scores for novelty" }),
        engagement: trend.meta({ description: "The judge's scores for engagement" }),
        length: trend.meta({ description: "The length of turns" }),
      })
      .meta({ description: "Over the last 3 rounds; null with fewer than 2 values. Of length, `improving` is longer" }),
    embedding,
  })
  .meta({ id: "Measured", description: "What the code measured of a round, apart from the judge's flags" });
export type Measured = z.infer<typeof Measured>;

export const MeasuredRound = z
  .object({ round: z.int().min(1).meta({ description: "The round, from 1" }), ...Measured.shape })
  .meta({ id: "MeasuredRound", description: "What the code measured of a round, with or without a judge" });
export type MeasuredRound = z.infer<typeof MeasuredRound>;

export const Flip = z
  .object({
    participant: line.meta({ description: "The participant's id" }),
    from: prose.meta({ description: "Its position in the round before, in brief" }),
    to: prose.meta({ description: "Its position in this round, in brief" }),
    cause: prose.nullable().meta({ description: "The turn or exhibit that it is owed to, by id" }),
    position: z.enum(["held", "open"]).optional().meta({
      description: "`held`: it was to hold its position; `open`: it was free to move; missing in older debates",
    }),
    prompted: z.boolean().meta({ description: "False: it names no cause, or one of its own turns" }),
  })
  .meta({ id: "Flip", description: "A position that changed since the round before, as the judge found it" });
export type Flip = z.infer<typeof Flip>;

export const flips = list(Flip, 100).optional().meta({
  description: "Positions that changed since the round before; missing where the judge did not say",
});

export const agreementAreas = texts.optional().meta({
  description: "What the participants agree on after this round; missing where the judge did not say",
});

export const Assessment = z
  .object({
    id: recordId.meta({ description: "The record's id" }),
    round: z.int().min(1).meta({ description: "The round that it assesses" }),
    judge: line.meta({ description: "The judge's model" }),
    shouldContinue: z.boolean().meta({ description: "False: the judge would end the debate here" }),
    qualityScore: z.number().min(0).max(10).meta({ description: "The round's quality, 0–10" }),
    assessments: list(
      z.object({
        participant: line.meta({ description: "The participant's id" }),
        scores: CriterionScores,
        score: z.number().meta({ description: "Weighted mean of the scores, 0–10, computed by the code" }),
        strengths: texts.meta({ description: "What was good in this round" }),
        weaknesses: texts.meta({ description: "What was weak in this round" }),
      }),
      20,
    ).meta({ description: "By participant" }),
    flags: AssessmentFlags,
    agreementAreas,
    measured: Measured.optional(),
    flips,
    reasoning: prose.meta({ description: "Why the judge scores so" }),
    recommendations: texts.meta({ description: "What the judge recommends for the next round" }),
    ...billed,
  })
  .meta({ id: "Assessment", description: "A judge's assessment of a round" });
export type Assessment = z.infer<typeof Assessment>;
