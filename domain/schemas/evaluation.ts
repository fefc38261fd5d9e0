import { z } from "zod";
import { billed } from "./spend.ts";

/** The judge's opinion of a dialectic round, where the termination asks for one. */
export const Evaluation = z
  .object({
    id: z.string(),
    round: z.int().min(1),
    judge: z.string(),
    confidence: z.number().min(0).max(100).meta({
      description: "That the refinements agree (`convergence`), or in the best of them (`quality`)",
    }),
    reasoning: z.string(),
    bestRefinement: z.string().nullable().meta({ description: "A turn's id" }),
    ...billed,
  })
  .meta({ id: "Evaluation" });
export type Evaluation = z.infer<typeof Evaluation>;
