/** What a judge scores by. */
import { z } from "zod";

export const CRITERIA = ["logic", "evidence", "engagement", "novelty", "persuasiveness", "relevance"] as const;
export type Criterion = (typeof CRITERIA)[number];

export const CriterionScores = z
  .record(z.string(), z.number().min(0).max(10))
  .meta({ id: "CriterionScores", description: "0–10 by criterion" });
export type CriterionScores = z.infer<typeof CriterionScores>;

/** What the judge scores by instead of the built-in rubric; the scores carry its names. */
export const JudgeCriterion = z
  .object({
    name: z.string().min(1).max(80),
    weight: z.number().positive().meta({ description: "Percent, or any positive number: the code normalises them" }),
    description: z.string().optional(),
  })
  .meta({ id: "JudgeCriterion" });
export type JudgeCriterion = z.infer<typeof JudgeCriterion>;
