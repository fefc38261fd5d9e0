/** The conclusion: what a debate gives to the person who asked. */
import { z } from "zod";
import { byParticipant, line, list, prose } from "./bounds.ts";
import { recordId } from "./ids.schema.ts";
import { EVIDENCE_STATUSES, quotes, unverifiedBecause } from "./quoted-passage.ts";
import { billed } from "./spend.schema.ts";

export const ORDER_CHECKS = ["none", "labels", "labels and chronology", "twin"] as const;
export const STANCES = ["for", "against", "mixed"] as const;
export const CRUX_KINDS = ["fact", "value", "definition", "prediction"] as const;

const Point = z
  .object({
    point: prose.nullable().meta({ description: "null: it made none" }),
    turn: line.nullable().meta({ description: "The id of the turn that makes it" }),
  })
  .meta({ id: "Point", description: "A participant's best point on a question" });

const Crux = z
  .object({
    question: prose.meta({ description: "What is to be decided" }),
    kind: z.enum(CRUX_KINDS).meta({ description: "What kind of question it is" }),
    points: byParticipant(Point).meta({ description: "The best point of each, by participant id" }),
    unanswered: prose.nullable().meta({ description: "What was left unanswered; null: nothing" }),
    prevailed: line.nullable().meta({ description: "The participant who prevailed on it; null: nobody" }),
  })
  .meta({ id: "Crux", description: "A question that decides the answer" });

const Evidence = z
  .object({
    claim: prose.meta({ description: "What the answer rests on" }),
    turnIds: list(line, 100).meta({ description: "The turns that make the claim" }),
    refs: list(line, 100).meta({ description: "The exhibits that bear on it" }),
    status: z
      .enum(EVIDENCE_STATUSES)
      .meta({ description: "What the exhibits say of it; `unverified`: no quoted passage settles it" }),
    unverifiedBecause,
    quotes: quotes.optional(),
  })
  .meta({ id: "Evidence", description: "A claim that the answer rests on" });

const Minority = z
  .object({
    case: prose.meta({ description: "The best case against the answer, in its holders' terms" }),
    holders: list(line, 20).meta({ description: "The participants who hold it" }),
    ballots: list(recordId, 20).meta({ description: "The ballots that stand for it" }),
  })
  .meta({ id: "Minority", description: "The best case against the answer" });

/** What the model writes. */
export const ConclusionText = z.object({
  answer: z
    .object({
      text: prose.meta({ description: "What the record supports doing or believing, in 1 to 3 sentences" }),
      holder: line.nullable().optional().meta({
        description:
          "The participant whose answer it is; null: nobody's alone. Conclusions of earlier versions lack it",
      }),
      whyOther: prose.nullable().optional().meta({
        description: "Why the answer is nobody's, or not that of who argued best; null: it is that of who argued best",
      }),
      stance: z.enum(STANCES).nullable().meta({ description: "On a motion; null: the sides are not for and against" }),
    })
    .meta({ description: "The answer to the topic" }),
  cruxes: list(Crux, 4).meta({ description: "The questions that decide it" }),
  wouldChange: list(
    z.object({
      observation: prose.meta({ description: "What one would have to find" }),
      effect: prose.meta({ description: "What would follow for the answer" }),
    }),
    20,
  ).meta({ description: "What would reverse the answer" }),
  evidence: list(Evidence, 12).meta({ description: "The claims that the answer rests on" }),
  minority: Minority.nullable().meta({ description: "null: there is no case against the answer" }),
  nextSteps: list(
    z.object({
      action: prose.meta({ description: "What to do" }),
      crux: z.int().min(1).max(4).nullable().meta({ description: "Which crux it settles, from 1; null: none" }),
    }),
    20,
  ).meta({ description: "What to do next" }),
});
export type ConclusionText = z.infer<typeof ConclusionText>;

const SUPPORT_LEVELS = ["strong", "moderate", "weak", "contested"] as const;

const WEAKNESSES = [
  "one_order",
  "one_family",
  "lost_ballots",
  "debaters_family",
  "no_twin",
  "argued_elsewhere",
  "assessments",
  "no_claim_verified",
  "nothing_checked",
  "control_arm",
] as const;
export type Weakness = (typeof WEAKNESSES)[number];

export const Support = z
  .object({
    level: z.enum(SUPPORT_LEVELS).meta({
      description:
        "Of the answer, or of the winner where the format is a contest. `contested`: the ballots agree on none. `moderate`: at least 75 % of the judges' votes, weighed by their independence, in both orders, from judges of two model families, and 75 % of the ballots asked for are there; a mean probability of 50 or more, or a margin of 5 of 100. `strong`: all of them, on the twin debate too, from two families that do not debate, a probability of 75 or a margin of 10, where those who hold it argue better too, and nothing weakens it but that there were no exhibits. `weak`: everything else",
    }),
    leads: z.enum(["answer", "winner"]).optional().meta({
      description:
        "What is supported: what the bench answers, or who argued better; missing in debates from before: who did",
    }),
    winnerShare: z.number().min(0).max(1).nullable().meta({
      description: "The share of valid ballots that name the outcome; null: contested, or no ballots were cast",
    }),
    margin: z.number().nullable().meta({
      description: "Mean over the ballots, 0–100: by how much the winner's score leads the next; null: nobody won",
    }),
    probability: z.number().nullable().optional().meta({
      description: "Mean of the ballots that give the answer, 0–100: how likely they hold it to be right",
    }),
    reviewed: z
      .object({
        agree: z.int().meta({ description: "How many judges agree" }),
        disagree: z.int().meta({ description: "How many disagree" }),
        cannotTell: z.int().meta({ description: "How many cannot tell" }),
      })
      .optional()
      .meta({ description: "What the judges said of a written answer that is not the one that the ballots give" }),
    ballots: z
      .object({
        valid: z.int().meta({ description: "How many count" }),
        asked: z.int().meta({ description: "How many were asked for" }),
      })
      .optional()
      .meta({ description: "The ballots; missing in debates from before" }),
    independent: z.number().optional().meta({
      description: "For how many independent votes the judges count: models of one family err together",
    }),
    weakenedBy: list(z.enum(WEAKNESSES), 20).optional().meta({
      description:
        "What speaks against relying on it. `one_order`: judged in one order only; `one_family`: judges of one family; `lost_ballots`: fewer than 75 % of those asked for; `debaters_family`: fewer than two families that do not debate; `no_twin`: no twin debate; `argued_elsewhere`: fewer than 80 % of the ballots of the debate, or of its twin, name somebody who argues for the answer as the better arguer, or nobody is known to; `assessments`: the rounds' scores lead elsewhere; `no_claim_verified`: claims were checked and none is supported; `nothing_checked`: there were no exhibits to check claims against; `control_arm`: the models alone answer otherwise",
    }),
    judges: z.int().min(0).meta({ description: "How many judges cast a valid ballot" }),
    families: list(line, 20).meta({ description: "Their model families" }),
    orderCheck: z
      .enum(ORDER_CHECKS)
      .meta({ description: "What differed between the orders in which they ruled; `twin`: also who had which place" }),
    because: list(prose, 20).meta({ description: "A sentence for each reason of the level" }),
  })
  .meta({ id: "Support", description: "How far the answer can be relied on, counted by the code" });
export type Support = z.infer<typeof Support>;

export const REVIEW_FINDINGS = ["agree", "disagree", "cannot tell"] as const;

const finding = z
  .enum(REVIEW_FINDINGS)
  .meta({ description: "Whether the written answer follows from what the judge read" });
const reason = prose.meta({ description: "In one sentence, why" });

export const Conclusion = ConclusionText.extend({
  reviews: list(z.object({ judge: line.meta({ description: "The judge's model" }), finding, reason }), 20)
    .optional()
    .meta({ description: "What each judge says of the written answer, where it is not the one that the ballots give" }),
  support: Support,
  writtenBy: line.meta({ description: "The model that wrote it" }),
}).meta({ id: "Conclusion", description: "What the debate gives to its owner" });
export type Conclusion = z.infer<typeof Conclusion>;

/** A judge's word on an answer that is not the one that the ballots gave. */
export const AnswerReview = z
  .object({
    id: recordId.meta({ description: "The review's id", examples: ["g1-review-1"] }),
    judge: line.meta({ description: "The judge's model" }),
    order: z.enum(["given", "reversed"]).meta({ description: "In which order of the labels it read the debate" }),
    finding,
    reason,
    ...billed,
  })
  .meta({ id: "AnswerReview" });
export type AnswerReview = z.infer<typeof AnswerReview>;

/** As it is stored before the result is made of it. */
export const StoredConclusion = z
  .object({
    id: recordId.meta({ description: "The conclusion's id" }),
    model: line.meta({ description: "The model that wrote it" }),
    text: ConclusionText.meta({ description: "What it wrote" }),
    toBench: z.literal(true).optional().meta({
      description: "Its answer is not the one that the ballots give, so the judges are asked whether they agree",
    }),
    ...billed,
  })
  .meta({ id: "StoredConclusion", description: "A conclusion before the result is made of it" });
export type StoredConclusion = z.infer<typeof StoredConclusion>;
