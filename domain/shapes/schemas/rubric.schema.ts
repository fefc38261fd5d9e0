import { z } from "zod";
import { dictionary, prose } from "./bounds.ts";

export const CRITERIA = ["logic", "evidence", "engagement", "novelty", "persuasiveness", "relevance"] as const;
export type Criterion = (typeof CRITERIA)[number];

export const CriterionScores = dictionary(z.number().min(0).max(10), 20).meta({
  id: "CriterionScores",
  description: "0–10 by criterion",
});
export type CriterionScores = z.infer<typeof CriterionScores>;

/** The owner's criterion, which replaces the built-in rubric. */
export const JudgeCriterion = z
  .object({
    name: z.string().min(1).max(80).meta({ description: "The criterion's name" }),
    weight: z.number().positive().meta({ description: "Percent, or any positive number: the code normalises them" }),
    description: prose.optional().meta({ description: "What the judge looks for" }),
  })
  .meta({ id: "JudgeCriterion", description: "A criterion of the owner's own rubric" });
export type JudgeCriterion = z.infer<typeof JudgeCriterion>;
