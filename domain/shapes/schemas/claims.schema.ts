/** Claims of a debate, each checked against its exhibits before the ballots. */
import { z } from "zod";
import { line, list, prose } from "./bounds.ts";
import { recordId } from "./ids.schema.ts";
import { EVIDENCE_STATUSES, quotes, unverifiedBecause } from "./quoted-passage.ts";
import { billed } from "./spend.schema.ts";
import { ToolUse } from "./tool-use.ts";
import { UnreachableServer } from "./unreachable-server.ts";

/** How many claims one call checks. */
export const MOST_CLAIMS = 12;

/** What a second judge may read in the passages of a claim. */
export const READINGS = ["supports", "contradicts", "nothing"] as const;

const says = z.enum(READINGS).meta({
  description: "What the passages say of the claim, as the second judge reads them; `nothing`: they settle nothing",
});
const reason = prose.meta({ description: "How the passages settle it, or what is missing" });

const SecondReading = z
  .object({ model: line.meta({ description: "The second judge's model" }), says, why: reason })
  .meta({ id: "SecondReading", description: "What a second judge reads in the passages of a claim" });

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
        "What the judge reads in the exhibits. Without a quoted passage that stands in its exhibit it is `unverified`. That a passage stands there does not show that it supports the claim",
    }),
    unverifiedBecause,
    quotes,
    why: prose.meta({ description: "Why it has this status, as the first judge reads it" }),
    secondJudge: SecondReading.optional().meta({
      description:
        "What a judge of another family reads in the same passages, where the first reads that they contradict the claim",
    }),
  })
  .meta({ id: "ClaimCheck", description: "A claim that was checked against the exhibits" });
export type ClaimCheck = z.infer<typeof ClaimCheck>;

export const CheckedClaims = z
  .object({
    id: recordId.meta({ description: "The record's id" }),
    model: line.meta({ description: "The model that compared the claims with the exhibits" }),
    claims: list(ClaimCheck, MOST_CLAIMS).meta({ description: "The claims, with what the code found of them" }),
    tools: list(ToolUse, 100).optional().meta({ description: "What the judge looked up for it; missing: nothing" }),
    unreachable: list(UnreachableServer, 10).optional().meta({
      description: "MCP servers of its tools that could not be reached; missing: none",
    }),
    ...billed,
  })
  .meta({ id: "CheckedClaims", description: "The claims that a debate turns on, checked before the ballots" });
export type CheckedClaims = z.infer<typeof CheckedClaims>;

export const ConfirmedClaims = z
  .object({
    id: recordId.meta({ description: "The record's id" }),
    model: line.meta({ description: "The second judge's model, of another family than the first" }),
    readings: list(
      z.object({
        place: z.int().min(1).max(MOST_CLAIMS).meta({ description: "Which of the checked claims, from 1" }),
        says,
        why: reason,
      }),
      MOST_CLAIMS,
    ).meta({ description: "One for each claim that the first judge reads as contradicted" }),
    ...billed,
  })
  .meta({
    id: "ConfirmedClaims",
    description: "What a second judge reads in the passages of claims that the first reads as contradicted",
  });
export type ConfirmedClaims = z.infer<typeof ConfirmedClaims>;
