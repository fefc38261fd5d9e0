/** Results of debates. */
import { z } from "zod";
import { line, list, prose, texts } from "../request/bounds.ts";
import { Ballot, Verdict } from "./ballot.ts";
import { Degradation } from "./faults.ts";
import { Money, timestamp, Usage } from "./spend.ts";
import { VoteResult } from "./vote.ts";

export const Solution = z
  .object({
    description: prose,
    implementation: prose.nullable(),
    tradeoffs: texts,
    recommendations: texts,
    confidence: z.number().min(0).max(100),
    synthesizedBy: line.meta({ description: "The judge's model" }),
  })
  .meta({ id: "Solution" });
export type Solution = z.infer<typeof Solution>;

export const ENDED_BY = ["judge", "limit", "convergence", "budget", "owner", "policy"] as const;

export const Answer = z
  .object({
    text: prose,
    earlyStopped: z.boolean().meta({ description: "True when the skeptic was content before maxRounds" }),
    rounds: z.int().meta({ description: "How many rounds were begun" }),
    score: z.number().nullable().meta({ description: "The skeptic's last score, 0–10" }),
    turnId: line.meta({ description: "The turn that this is the text of" }),
    synthesizedBy: line.meta({ description: "The participant's id" }),
  })
  .meta({ id: "Answer" });
export type Answer = z.infer<typeof Answer>;

const sameWinner = z.number().min(0).max(1).nullable();

export const Agreement = z
  .object({
    winnerAgreement: z
      .object({
        judges: sameWinner.meta({ description: "Of two judges in the same order; null with a single judge" }),
        orders: sameWinner.meta({ description: "Of one judge in both orders; null with a single order" }),
      })
      .meta({ description: "The share of pairs of ballots that name the same winner" }),
    alpha: z.number().nullable().meta({
      description:
        "Krippendorff's alpha (interval) of the judges' score differences between participants; null below three judges",
    }),
  })
  .meta({ id: "Agreement", description: "How far the judges agree" });
export type Agreement = z.infer<typeof Agreement>;

const OrderCheck = z
  .enum(["none", "labels", "labels and chronology"])
  .meta({ description: "What differed between the two orders in which the judges ruled" });
export type OrderCheck = z.infer<typeof OrderCheck>;

const ContestedBecause = z.enum(["orders", "no_majority"]).meta({
  description: "Why it is contested. `orders`: the two orders disagree; `no_majority`: the judges do, within one order",
});
export type ContestedBecause = z.infer<typeof ContestedBecause>;

/** Fields of every result. */
const conclusion = {
  contested: z.boolean(),
  contestedBecause: ContestedBecause.optional(),
  ballots: list(Ballot, 20),
  orderCheck: OrderCheck.optional(),
  // Not `nullable()`: the OpenAPI document would lose the null of a union.
  agreement: z.union([Agreement, z.number(), z.null()]).meta({
    description: "null without ballots. A number: alpha as older versions counted it, over all scores and criteria",
  }),
  dissent: texts,
  degraded: list(Degradation, 5_000),
  endedBy: z.enum(ENDED_BY),
  usage: Usage,
  costUsd: Money,
  latencyMs: z.int(),
  at: timestamp,
};

const standing = {
  winner: line.nullable().meta({ description: "A participant's id; null: nobody, contested, or a side" }),
  side: z.enum(["for", "against"]).optional().meta({ description: "Where a side wins (oxford), by mean scores alone" }),
  contested: z.boolean(),
};

const ControlArm = z
  .object({
    before: z.object({
      ...standing,
      unanimous: z.boolean().meta({ description: "Every ballot says that all gave the same answer to the topic" }),
      ballots: list(Ballot, 20),
    }),
    after: z.object(standing),
    changed: z.boolean(),
  })
  .meta({
    id: "ControlArm",
    description: "Who argued best when each had answered alone before round 1, and who did after the debate",
  });
export type ControlArm = z.infer<typeof ControlArm>;

export const VerdictResult = z
  .object({
    type: z.literal("verdict"),
    verdict: Verdict,
    textFrom: line.optional().meta({ description: "The ballot that the verdict's words are from" }),
    vote: VoteResult.optional(),
    controlArm: ControlArm.optional(),
    ...conclusion,
  })
  .meta({ id: "VerdictResult" });

const SolutionResult = z
  .object({ type: z.literal("solution"), solution: Solution, ...conclusion })
  .meta({ id: "SolutionResult" });

const AnswerResult = z
  .object({ type: z.literal("answer"), answer: Answer, ...conclusion })
  .meta({ id: "AnswerResult", description: "Usage and cost are those of the turn that wrote the answer" });

const UnjudgedResult = z
  .object({ type: z.literal("unjudged"), ...conclusion })
  .meta({ id: "UnjudgedResult", description: "Nobody ruled: the judge failed. There is no winner and no verdict" });
export type UnjudgedResult = z.infer<typeof UnjudgedResult>;
export type VerdictResult = z.infer<typeof VerdictResult>;
export type SolutionResult = z.infer<typeof SolutionResult>;
export type AnswerResult = z.infer<typeof AnswerResult>;

export const Result = z
  .discriminatedUnion("type", [VerdictResult, SolutionResult, AnswerResult, UnjudgedResult])
  .meta({ id: "Result" });
export type Result = z.infer<typeof Result>;
export type EndedBy = Result["endedBy"];
