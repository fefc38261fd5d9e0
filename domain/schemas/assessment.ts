/** A judge's assessment of a round, and the code's measurements. */
import { z } from "zod";
import { line, list, prose, texts } from "../request/bounds.ts";
import { recordId } from "./ids.ts";
import { embedding, Repetition } from "./repetition.ts";
import { CriterionScores } from "./rubric.ts";
import { billed } from "./spend.ts";

export const AssessmentFlags = z
  .object({
    repetitive: z.boolean(),
    drifting: z.boolean(),
    diminishingReturns: z.boolean(),
    convergenceReached: z.boolean(),
  })
  .meta({ id: "AssessmentFlags" });
export type AssessmentFlags = z.infer<typeof AssessmentFlags>;

const Trend = z.enum(["improving", "stable", "declining"]).meta({ id: "Trend" });
export type Trend = z.infer<typeof Trend>;

const trend = z.union([Trend, z.null()]);

export const Measured = z
  .object({
    repetition: list(Repetition, 100),
    diminishingReturns: z.boolean(),
    drifting: list(line, 20).meta({ description: "Ids of participants whose relevance is below 5" }),
    trends: z
      .object({ quality: trend, novelty: trend, engagement: trend, length: trend })
      .meta({ description: "Over the last 3 rounds; null with fewer than 2 values. Of length, `improving` is longer" }),
    embedding,
  })
  .meta({ id: "Measured", description: "What the code measured of a round, apart from the judge's flags" });
export type Measured = z.infer<typeof Measured>;

export const MeasuredRound = z
  .object({ round: z.int().min(1), ...Measured.shape })
  .meta({ id: "MeasuredRound", description: "What the code measured of a round, with or without a judge" });
export type MeasuredRound = z.infer<typeof MeasuredRound>;

export const Flip = z
  .object({
    participant: line.meta({ description: "The participant's id" }),
    from: prose,
    to: prose.meta({ description: "Its position in this round, in brief" }),
    cause: prose.nullable().meta({ description: "The turn or exhibit that it is owed to, by id" }),
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
    id: recordId,
    round: z.int().min(1),
    judge: line,
    shouldContinue: z.boolean(),
    qualityScore: z.number().min(0).max(10),
    assessments: list(
      z.object({
        participant: line.meta({ description: "The participant's id" }),
        scores: CriterionScores,
        score: z.number().meta({ description: "Weighted mean of the scores, 0–10, computed by the code" }),
        strengths: texts,
        weaknesses: texts,
      }),
      20,
    ),
    flags: AssessmentFlags,
    agreementAreas,
    measured: Measured.optional(),
    flips,
    reasoning: prose,
    recommendations: texts,
    ...billed,
  })
  .meta({ id: "Assessment" });
export type Assessment = z.infer<typeof Assessment>;
