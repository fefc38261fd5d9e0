import { z } from "zod";
import { line, prose } from "../request/bounds.ts";
import { recordId } from "./ids.ts";
import { billed } from "./spend.ts";

export const VOTE_CHOICES = ["for", "against", "undecided"] as const;
export type VoteSide = "for" | "against";

export const Vote = z
  .object({
    id: recordId.meta({ description: "The record's id", examples: ["g1-vote-before"] }),
    when: z.enum(["before", "after"]).meta({ description: "Before round 1, or after the last round" }),
    judge: line.meta({ description: "The judge's model" }),
    vote: z.enum(VOTE_CHOICES).meta({ description: "On the motion" }),
    confidence: z.number().min(0).max(100).meta({ description: "The judge's confidence, 0–100" }),
    reasoning: prose.meta({ description: "Why the judge votes so" }),
    ...billed,
  })
  .meta({ id: "Vote" });
export type Vote = z.infer<typeof Vote>;

const voters = z.int().min(0);

const VoteCounts = z
  .object({
    for: voters.meta({ description: "Votes for the motion" }),
    against: voters.meta({ description: "Votes against the motion" }),
    undecided: voters.meta({ description: "Votes for neither" }),
  })
  .meta({ id: "VoteCounts", description: "Votes by choice" });
export type VoteCounts = z.infer<typeof VoteCounts>;

export const VoteResult = z
  .object({
    before: VoteCounts.meta({ description: "Before round 1" }),
    after: VoteCounts.meta({ description: "After the last round" }),
    swing: z
      .object({
        for: z.int().meta({ description: "Votes that the side for the motion gained; negative: lost" }),
        against: z.int().meta({ description: "Votes that the side against the motion gained; negative: lost" }),
      })
      .meta({ description: "Votes that each side gained or lost" }),
  })
  .meta({ id: "VoteResult", description: "Votes on the motion (Oxford)" });
export type VoteResult = z.infer<typeof VoteResult>;
