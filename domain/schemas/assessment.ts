/** A judge's opinion of a round, and what the code measured of it. */
import { z } from "zod";
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

const Repetition = z
  .object({
    turnId: z.string(),
    with: z.string().meta({ description: "The earlier turn that it is nearest to" }),
    overlap: z.number().min(0).max(1).meta({ description: "The figure of `by`" }),
    by: z.enum(["overlap", "containment", "cosine"]).meta({
      description:
        "How it was found: Jaccard of both turns' word 3-grams; the share of its own 3-grams that stand in earlier turns; the cosine of both turns' embeddings",
    }),
  })
  .meta({ id: "Repetition" });
export type Repetition = z.infer<typeof Repetition>;

const Trend = z.enum(["improving", "stable", "declining"]).meta({ id: "Trend" });
export type Trend = z.infer<typeof Trend>;

const trend = z.union([Trend, z.null()]);

export const Measured = z
  .object({
    repetition: z.array(Repetition),
    diminishingReturns: z.boolean(),
    drifting: z.array(z.string()).meta({ description: "Ids of participants whose relevance is below 5" }),
    trends: z
      .object({ quality: trend, novelty: trend, engagement: trend, length: trend })
      .meta({ description: "Over the last 3 rounds; null with fewer than 2 values. Of length, `improving` is longer" }),
    embedding: z
      .object({
        model: z.string(),
        failure: z.string().nullable().meta({ description: "Why repetition was measured by words alone" }),
      })
      .optional()
      .meta({ description: "The model that turns were compared by; missing: none is configured" }),
  })
  .meta({ id: "Measured", description: "What the code measured of a round, apart from the judge's flags" });
export type Measured = z.infer<typeof Measured>;

export const Flip = z
  .object({
    participant: z.string().meta({ description: "The participant's id" }),
    from: z.string(),
    to: z.string().meta({ description: "Its position in this round, in brief" }),
    cause: z.string().nullable().meta({ description: "The turn or exhibit that it is owed to, by id" }),
    prompted: z.boolean().meta({ description: "False: it names no cause, or one of its own turns" }),
  })
  .meta({ id: "Flip", description: "A position that changed since the round before, as the judge found it" });
export type Flip = z.infer<typeof Flip>;

export const flips = z.array(Flip).optional().meta({
  description: "Positions that changed since the round before; missing where the judge did not say",
});

export const Assessment = z
  .object({
    id: z.string(),
    round: z.int().min(1),
    judge: z.string(),
    shouldContinue: z.boolean(),
    qualityScore: z.number().min(0).max(10),
    assessments: z.array(
      z.object({
        participant: z.string().meta({ description: "The participant's id" }),
        scores: CriterionScores,
        score: z.number().meta({ description: "Weighted mean of the scores, 0–10, computed by the code" }),
        strengths: z.array(z.string()),
        weaknesses: z.array(z.string()),
      }),
    ),
    flags: AssessmentFlags,
    measured: Measured.optional(),
    flips,
    reasoning: z.string(),
    recommendations: z.array(z.string()),
    ...billed,
  })
  .meta({ id: "Assessment" });
export type Assessment = z.infer<typeof Assessment>;
