/** Claims of a debate, each checked against its exhibits before the ballots. */
import { z } from "zod";
import { line, list, prose } from "../request/bounds.ts";
import { EVIDENCE_STATUSES } from "./conclusion.ts";
import { recordId } from "./ids.ts";
import { billed } from "./spend.ts";

export const UNVERIFIED_BECAUSE = ["no_quote", "quote_not_found", "no_such_exhibit"] as const;
/** How many claims one call checks, and how many passages it quotes for one. */
export const MOST_CLAIMS = 12;
export const MOST_QUOTES = 5;

const Quote = z
  .object({
    ref: line.meta({ description: "The exhibit", examples: ["E1"] }),
    text: prose.meta({ description: "Words that the code has found in that exhibit" }),
  })
  .meta({ id: "Quote", description: "A passage of an exhibit" });

export const ClaimCheck = z
  .object({
    claim: prose.meta({ description: "What was claimed" }),
    turnIds: list(line, 100).meta({ description: "The turns that claim it" }),
    refs: list(line, 100).meta({ description: "The exhibits that bear on it" }),
    missingRefs: list(line, 100)
      .optional()
      .meta({ description: "Exhibits that were named for it, and that do not exist" }),
    status: z.enum(EVIDENCE_STATUSES).meta({
      description:
        "What the exhibits say of it. Without a quoted passage that stands in its exhibit it is `unverified`",
    }),
    unverifiedBecause: z.enum(UNVERIFIED_BECAUSE).optional().meta({
      description:
        "Why the code made it `unverified`. `no_quote`: no passage was quoted; `quote_not_found`: none of the quoted passages stands in its exhibit; `no_such_exhibit`: only exhibits were named that do not exist",
    }),
    quotes: list(Quote, MOST_QUOTES).meta({ description: "The passages that bear on it, each found by the code" }),
    why: prose.meta({ description: "Why it has this status" }),
  })
  .meta({ id: "ClaimCheck", description: "A claim that was checked against the exhibits" });
export type ClaimCheck = z.infer<typeof ClaimCheck>;

export const CheckedClaims = z
  .object({
    id: recordId.meta({ description: "The record's id" }),
    model: line.meta({ description: "The model that compared the claims with the exhibits" }),
    claims: list(ClaimCheck, MOST_CLAIMS).meta({ description: "The claims, with what the code found of them" }),
    ...billed,
  })
  .meta({ id: "CheckedClaims", description: "The claims that a debate turns on, checked before the ballots" });
export type CheckedClaims = z.infer<typeof CheckedClaims>;
