import { z } from "zod";
import { line, list, prose } from "./bounds.ts";
import { recordId } from "./ids.schema.ts";
import { billed } from "./spend.schema.ts";

export const VOTE_CHOICES = ["for", "against", "undecided"] as const;
export type VoteSide = "for" | "against";

export const Vote = z
  .object({
    id: recordId.meta({ description: "The record's id", examples: ["g1-vote-before"] }),
    when: z.enum(["before", "after"]).meta({ description: "Before round 1, or after the last round" }),
    judge: line.meta({ description: "The model of the judge, or of the voter in the audience" }),
    vote: z.enum(VOTE_CHOICES).meta({ description: "On the motion" }),
    confidence: z.number().min(0).max(100).meta({ description: "The voter's confidence, 0–100" }),
    reasoning: prose.meta({ description: "Why it votes so" }),
    turn: recordId.nullable().optional().meta({
      description: "Of the audience's votes after the debate: the turn that weighed most; null: none did",
    }),
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
  .meta({ id: "VoteResult", description: "The judges' votes on the motion (Oxford without an audience)" });
export type VoteResult = z.infer<typeof VoteResult>;

const choice = z.enum(VOTE_CHOICES);

export const AudienceResult = z
  .object({
    voters: voters.meta({ description: "How many were asked" }),
    counted: voters.meta({ description: "How many voted both times: only these count. `degraded` names the others" }),
    before: VoteCounts.meta({ description: "Before round 1" }),
    after: VoteCounts.meta({ description: "After the last round" }),
    switches: list(
      z.object({
        from: choice.meta({ description: "The vote before" }),
        to: choice.meta({ description: "The vote after" }),
        voters: voters.meta({ description: "How many moved so" }),
      }),
      6,
    ).meta({ description: "Who changed its vote, and how" }),
    netSwing: z.int().meta({
      description: "The change of voters for minus voters against, from before to after: positive moves for the motion",
    }),
    interval: z
      .object({
        low: z.number().meta({ description: "Its lower end, in voters" }),
        high: z.number().meta({ description: "Its upper end, in voters" }),
      })
      .meta({
        description:
          "The 95 % interval of the net swing, for another audience of as many voters; voters of one model count for fewer",
      }),
    turns: list(
      z.object({
        id: recordId.meta({ description: "The turn" }),
        voters: voters.meta({ description: "How many name it" }),
      }),
      25,
    ).meta({ description: "Turns that weighed most with a voter; the most often named first" }),
    votes: list(
      z.object({
        voter: z.int().meta({ description: "Its number in the audience, from 1" }),
        model: line.meta({ description: "Its model" }),
        before: choice.meta({ description: "Its vote before" }),
        after: choice.meta({ description: "Its vote after" }),
        turn: recordId.nullable().meta({ description: "The turn that weighed most with it; null: none did" }),
        reasoning: prose.meta({ description: "Why it votes so after the debate" }),
      }),
      25,
    ).meta({ description: "Of each voter that counts" }),
  })
  .meta({ id: "AudienceResult", description: "How the debate moved an audience (Oxford)" });
export type AudienceResult = z.infer<typeof AudienceResult>;
