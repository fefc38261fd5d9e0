/** What `POST /v1/estimates` answers. */
import { z } from "zod";
import { Families } from "../../shapes/schemas/families.ts";
import { Problem, Warning } from "../../shapes/schemas/faults.schema.ts";

const Estimate = z
  .object({
    calls: z.int().meta({ description: "Calls of models" }),
    inputTokens: z.int().meta({ description: "Tokens that models read" }),
    outputTokens: z.int().meta({ description: "Tokens that models write" }),
    costUsd: z.number().nullable().meta({ description: "null when the price of a model is unknown" }),
    seconds: z.int().meta({
      description:
        "How long it would run, if each reply began after 2 seconds and had 60 tokens a second. Waits for people and providers come on top",
    }),
  })
  .meta({ id: "Estimate" });
export type Estimate = z.infer<typeof Estimate>;

const SharedLayout = z.object({
  likelyCostUsd: z.number().meta({ description: "Of the whole debate in that layout" }),
  savedUsd: z.number().meta({ description: "Less than in the layout `conversation`" }),
});
export type SharedLayout = z.infer<typeof SharedLayout>;

export const Estimates = z
  .object({
    problems: z.array(Problem).meta({ description: "What creating this debate would be refused for" }),
    warnings: z.array(Warning).meta({ description: "What is worth knowing before it starts" }),
    lowest: z
      .union([Estimate, z.null()])
      .meta({ description: "If it ends as early as it can; null: there are problems" }),
    likely: z
      .union([Estimate, z.null()])
      .meta({ description: "If it runs as debates usually do; null: there are problems" }),
    worst: z
      .union([Estimate, z.null()])
      .meta({ description: "If it takes all that its limits allow; null: there are problems" }),
    families: Families.optional(),
    sharedLayout: SharedLayout.optional().meta({
      description:
        'What `promptLayout: "shared"` would likely save; there only where it would. Both figures reckon with ' +
        "the caches of providers, which the three cases do not",
    }),
  })
  .meta({
    id: "Estimates",
    description: "The figures are null while there are problems, unless all that is missing is a provider's key",
  });
export type Estimates = z.infer<typeof Estimates>;
