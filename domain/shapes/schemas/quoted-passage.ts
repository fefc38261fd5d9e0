/** Passages of exhibits that a model quotes for a claim, and what the code finds of them. */
import { z } from "zod";
import { line, list, prose } from "./bounds.ts";

export const EVIDENCE_STATUSES = ["supported", "contradicted", "unverified"] as const;
const UNVERIFIED_BECAUSE = ["no_quote", "quote_not_found", "no_such_exhibit", "one_judge", "judges_differ"] as const;
/** How many passages are quoted for one claim. */
export const MOST_QUOTES = 5;

export const QuotedPassage = z
  .object({
    ref: line.meta({ description: "The exhibit", examples: ["E1"] }),
    text: prose.meta({ description: "Words that the code has found in that exhibit" }),
  })
  .meta({ id: "QuotedPassage", description: "A passage of an exhibit" });
export type QuotedPassage = z.infer<typeof QuotedPassage>;

export const quotes = list(QuotedPassage, MOST_QUOTES).meta({
  description: "The passages that bear on it, each found by the code",
});

export const unverifiedBecause = z.enum(UNVERIFIED_BECAUSE).optional().meta({
  description:
    "Why the code made it `unverified`. `no_quote`: no passage was quoted; `quote_not_found`: none of the quoted passages stands in its exhibit; `no_such_exhibit`: only exhibits were named that do not exist; `one_judge`: one judge reads a passage as contradicting it, and no judge of another family was asked or answered; `judges_differ`: one judge reads a passage as contradicting it, and a judge of another family does not",
});
