/** Results of debates. */
import { z } from "zod";
import { Ballot, Verdict } from "./ballot.ts";
import { line, list, prose, texts } from "./bounds.ts";
import { ClaimCheck, MOST_CLAIMS } from "./claims.schema.ts";
import { Conclusion, ORDER_CHECKS } from "./conclusion.schema.ts";
import { ControlArm } from "./control-arm.schema.ts";
import { Council } from "./council.schema.ts";
import { Families } from "./families.ts";
import { Degradation } from "./faults.schema.ts";
import { Output } from "./output.schema.ts";
import { Plurality } from "./plurality.schema.ts";
import { Money, timestamp, Usage } from "./spend.schema.ts";
import { AudienceResult, VoteResult } from "./vote.schema.ts";

export const Solution = z
  .object({
    description: prose.meta({ description: "The solution in words" }),
    implementation: prose.nullable().meta({ description: "How to carry it out; null: it was not said" }),
    tradeoffs: texts.meta({ description: "What the solution gives up" }),
    recommendations: texts.meta({ description: "What to do next" }),
    confidence: z.number().min(0).max(100).meta({ description: "The judge's confidence, 0–100" }),
    synthesizedBy: line.meta({ description: "The judge's model" }),
  })
  .meta({ id: "Solution", description: "What dialectic participants worked out, written by the judge" });
export type Solution = z.infer<typeof Solution>;

export const ENDED_BY = ["judge", "limit", "convergence", "budget", "owner", "policy"] as const;

/** Whose finding a convergence is. `code`: what the code measures of the turns. */
export const CONVERGED_BY = ["judge", "skeptic", "answers", "polls", "code"] as const;
export type ConvergedBy = (typeof CONVERGED_BY)[number];

const Answer = z
  .object({
    text: prose.meta({ description: "The answer" }),
    earlyStopped: z.boolean().meta({ description: "True when the skeptic was content before maxRounds" }),
    rounds: z.int().meta({ description: "How many rounds were begun" }),
    score: z.number().nullable().meta({ description: "The skeptic's last score, 0–10" }),
    turnId: line.meta({ description: "The turn that this is the text of" }),
    synthesizedBy: line.meta({ description: "The participant's id" }),
  })
  .meta({ id: "Answer", description: "The answer that proposer, skeptic and synthesizer worked out" });

const sameWinner = z.number().min(0).max(1).nullable();

export const Agreement = z
  .object({
    winnerAgreement: z
      .object({
        judges: sameWinner.meta({ description: "Of two judges in the same order; null with a single judge" }),
        orders: sameWinner.meta({ description: "Of one judge in both orders; null with a single order" }),
      })
      .meta({ description: "The share of pairs of ballots that name the same winner" }),
  })
  .meta({ id: "Agreement", description: "How far the judges agree" });
export type Agreement = z.infer<typeof Agreement>;

const choice = line.nullable().meta({
  description:
    "One of the debate's `answers`, a side of the motion, or the id of the participant whose answer it is; null: none of them",
});

export const BenchAnswer = z
  .object({
    choice: choice.meta({
      description: "What the bench answers, as a ballot's `choice`; null: none of them, or disputed",
    }),
    text: prose
      .nullable()
      .meta({ description: "In the words of the first ballot that gives it; null: it is disputed" }),
    probability: z
      .number()
      .nullable()
      .meta({ description: "Mean of the ballots that give it, 0–100: how likely they hold it to be right" }),
    disputed: z
      .enum(["orders", "no_majority"])
      .optional()
      .meta({ description: "Why the bench gives no answer: the two orders answer otherwise, or one has no majority" }),
    given: list(
      z.object({
        choice,
        ballots: z.int().meta({ description: "How many give it" }),
        probability: z.number().nullable().meta({ description: "Their mean, 0–100" }),
      }),
      20,
    ).meta({ description: "The answers of the valid ballots, the most frequent first" }),
  })
  .meta({ id: "BenchAnswer", description: "What the bench answers, counted apart from who argued better" });
export type BenchAnswer = z.infer<typeof BenchAnswer>;

const OrderCheck = z.enum(ORDER_CHECKS).meta({
  description: "What differed between the orders in which the judges ruled; `twin`: also who had which place",
});
export type OrderCheck = z.infer<typeof OrderCheck>;

const ContestedBecause = z.enum(["orders", "no_majority", "vote_and_scores"]).meta({
  description:
    "Why it is contested. `orders`: the two orders disagree; `no_majority`: the judges do, within one order, or the interval of the audience's net swing includes zero; `vote_and_scores`: the scores oppose the audience by 10 or more, or the judges' own votes by more than 5",
});
export type ContestedBecause = z.infer<typeof ContestedBecause>;

/** Fields of every result. */
const common = {
  conclusion: Conclusion.optional(),
  contested: z.boolean().meta({ description: "True: valid ballots name different winners, so nobody wins" }),
  contestedBecause: ContestedBecause.optional(),
  ballots: list(Ballot, 20).meta({ description: "The votes that the result was counted from" }),
  orderCheck: OrderCheck.optional(),
  agreement: Agreement.nullable().meta({ description: "null without ballots" }),
  dissent: texts.meta({ description: "What ballots held against the result" }),
  degraded: list(Degradation, 5_000).meta({ description: "What the result has to do without, and why" }),
  endedBy: z.enum(ENDED_BY).meta({ description: "What ended the debate" }),
  controlArm: ControlArm.optional().meta({
    description: "Once it is counted: what the participants' models answer alone, beside the debate's answer",
  }),
  output: Output.optional(),
  families: Families.optional(),
  usage: Usage,
  costUsd: Money,
  latencyMs: z.int().meta({ description: "Time of the calls behind the result, milliseconds" }),
  at: timestamp,
};

export const VerdictResult = z
  .object({
    type: z.literal("verdict").meta({ description: "The kind of result" }),
    verdict: Verdict.meta({ description: "The judge's ruling" }),
    bench: BenchAnswer.optional(),
    textFrom: line.optional().meta({ description: "The ballot that the verdict's words are from" }),
    vote: VoteResult.optional(),
    audience: AudienceResult.optional(),
    claims: list(ClaimCheck, MOST_CLAIMS)
      .optional()
      .meta({ description: "The claims that were checked against the exhibits before the ballots" }),
    ...common,
  })
  .meta({ id: "VerdictResult", description: "The end of a judged debate" });

const SolutionResult = z
  .object({
    type: z.literal("solution").meta({ description: "The kind of result" }),
    solution: Solution,
    ...common,
  })
  .meta({ id: "SolutionResult", description: "The end of a dialectic debate" });

const AnswerResult = z
  .object({ type: z.literal("answer").meta({ description: "The kind of result" }), answer: Answer, ...common })
  .meta({ id: "AnswerResult", description: "Usage and cost are those of the turn that wrote the answer" });

const PluralityResult = z
  .object({ type: z.literal("plurality").meta({ description: "The kind of result" }), plurality: Plurality, ...common })
  .meta({ id: "PluralityResult", description: "The end of a question: the count of its answers" });

const CouncilResult = z
  .object({ type: z.literal("council").meta({ description: "The kind of result" }), council: Council, ...common })
  .meta({ id: "CouncilResult", description: "The end of a council" });

const UnjudgedResult = z
  .object({ type: z.literal("unjudged").meta({ description: "The kind of result" }), ...common })
  .meta({ id: "UnjudgedResult", description: "Nobody ruled: the judge failed. There is no winner and no verdict" });
export type VerdictResult = z.infer<typeof VerdictResult>;
export type PluralityResult = z.infer<typeof PluralityResult>;
export type AnswerResult = z.infer<typeof AnswerResult>;
export type CouncilResult = z.infer<typeof CouncilResult>;

export const Result = z
  .discriminatedUnion("type", [
    VerdictResult,
    SolutionResult,
    AnswerResult,
    PluralityResult,
    CouncilResult,
    UnjudgedResult,
  ])
  .meta({ id: "Result" });
export type Result = z.infer<typeof Result>;
export type EndedBy = Result["endedBy"];
