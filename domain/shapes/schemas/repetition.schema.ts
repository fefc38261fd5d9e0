/** What the code found of a turn that repeats an earlier one. */
import { z } from "zod";
import { line, prose } from "./bounds.ts";

const nearest = {
  with: line.meta({ description: "The earlier turn that it is nearest to" }),
  overlap: z.number().min(0).max(1).meta({ description: "The figure of `by`" }),
  by: z.enum(["overlap", "containment", "cosine"]).meta({
    description:
      "How it was found: Jaccard of both turns' word 3-grams; the share of its own 3-grams that stand in earlier turns; the cosine of both turns' embeddings",
  }),
};

export const Repetition = z
  .object({ turnId: line.meta({ description: "The turn that repeats" }), ...nearest })
  .meta({ id: "Repetition", description: "A turn that repeats an earlier one" });
export type Repetition = z.infer<typeof Repetition>;

export const TurnRepetition = z
  .object(nearest)
  .meta({ id: "TurnRepetition", description: "The earlier turn that a turn repeats" });

/** The comparison by meaning; left out where there is no embedding model. */
export const embedding = z
  .object({
    model: line.meta({ description: "The embedding model" }),
    failure: prose.nullable().meta({ description: "Why repetition was measured by words alone" }),
  })
  .optional()
  .meta({ description: "The model that turns were compared by; missing: none is configured" });
