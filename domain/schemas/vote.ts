import { z } from "zod";
import { line, prose } from "../request/bounds.ts";
import { recordId } from "./ids.ts";
import { billed } from "./spend.ts";

export const VOTE_CHOICES = ["for", "against", "undecided"] as const;
export type VoteSide = "for" | "against";

export const Vote = z
  .object({
    id: recordId.meta({ examples: ["g1-vote-before"] }),
    when: z.enum(["before", "after"]).meta({ description: "Before round 1, or after the last round" }),
    judge: line,
    vote: z.enum(VOTE_CHOICES).meta({ description: "On the motion" }),
    confidence: z.number().min(0).max(100),
    reasoning: prose,
    ...billed,
  })
  .meta({ id: "Vote" });
export type Vote = z.infer<typeof Vote>;

const voters = z.int().min(0);

const VoteCounts = z.object({ for: voters, against: voters, undecided: voters }).meta({ id: "VoteCounts" });
export type VoteCounts = z.infer<typeof VoteCounts>;

export const VoteResult = z
  .object({
    before: VoteCounts,
    after: VoteCounts,
    swing: z.object({ for: z.int(), against: z.int() }).meta({ description: "Votes that each side gained or lost" }),
  })
  .meta({ id: "VoteResult", description: "Votes on the motion (oxford)" });
export type VoteResult = z.infer<typeof VoteResult>;
