import { z } from "zod";
import { line, prose } from "./bounds.ts";
import { recordId } from "./ids.schema.ts";
import { billed } from "./spend.schema.ts";

/** The judge's evaluation of a dialectic round, if the termination rule needs one. */
export const Evaluation = z
  .object({
    id: recordId.meta({ description: "The record's id" }),
    round: z.int().min(1).meta({ description: "The round that it evaluates" }),
    judge: line.meta({ description: "The judge's model" }),
    confidence: z.number().min(0).max(100).meta({
      description: "That the refinements agree (`convergence`), or in the best of them (`quality`)",
    }),
    reasoning: prose.meta({ description: "Why the judge is so confident" }),
    bestRefinement: line.nullable().meta({ description: "A turn's id" }),
    ...billed,
  })
  .meta({ id: "Evaluation", description: "The judge's evaluation of a dialectic round" });
export type Evaluation = z.infer<typeof Evaluation>;
