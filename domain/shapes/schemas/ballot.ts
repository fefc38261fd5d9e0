/** A judge's verdict, and its ballot. */
import { z } from "zod";
import { byParticipant, dictionary, line, list, prose, texts } from "./bounds.ts";
import { recordId } from "./ids.schema.ts";
import { CriterionScores } from "./rubric.schema.ts";
import { billed } from "./spend.schema.ts";

const Finding = z
  .object({
    question: prose.meta({ description: "What they clash on" }),
    points: byParticipant(
      z.object({
        point: prose.nullable().meta({ description: "null: none" }),
        turn: line.nullable().meta({ description: "The turn that makes it" }),
      }),
    ).meta({ description: "The best point of each, by participant id" }),
    unanswered: prose.nullable().meta({ description: "What was left unanswered" }),
    prevailed: line.nullable().meta({ description: "A participant's id; null: nobody" }),
  })
  .meta({ id: "Finding", description: "A clash that decided the ballot" });

const ballotAnswer = z
  .object({
    choice: line.nullable().meta({
      description:
        "What is counted: one of the debate's `answers`, a side of the motion, or the id of the participant whose answer it is; null: none of them",
    }),
    text: prose.meta({ description: "The answer in one sentence" }),
  })
  .meta({ description: "What the judge answers itself, whoever argued better; missing in debates from before" });
export type BallotAnswer = z.infer<typeof ballotAnswer>;

const probability = z
  .number()
  .min(0)
  .max(100)
  .meta({ description: "Of 100 such questions that the judge would answer so, how many it would get right" });

export const Verdict = z
  .object({
    findings: list(Finding, 10).meta({ description: "The clashes that decided the ballot" }),
    summary: prose.meta({ description: "The debate in brief; empty where this ballot was not asked for it" }),
    keyPoints: byParticipant(texts).meta({ description: "By participant id" }),
    areasOfAgreement: texts.meta({ description: "What the participants agree on" }),
    areasOfDisagreement: texts.meta({ description: "What still divides them" }),
    winner: z
      .object({
        participant: line.optional().meta({ description: "The participant's id; absent where a side wins" }),
        side: z.enum(["for", "against"]).optional().meta({ description: "Where a side wins (Oxford)" }),
        reasoning: prose.meta({ description: "Why this one wins" }),
      })
      .nullable()
      .meta({ description: "Who argued better; null: nobody" }),
    answer: ballotAnswer.optional(),
    probability: probability.optional(),
    criterionScores: byParticipant(CriterionScores).meta({ description: "By participant id" }),
    scores: byParticipant(z.number()).meta({
      description: "0–100 by participant id: ten times the weighted mean, computed by the code",
    }),
    criteria: dictionary(prose, 20).meta({ description: "Finding by criterion, of the first ballot alone" }),
    reasoning: prose.meta({ description: "How the judge came to the verdict" }),
    qualityScore: z.number().min(0).max(100).meta({ description: "The debate's quality, 0–100" }),
    insights: texts.meta({ description: "What one learns from the debate" }),
    dissent: texts.meta({ description: "Arguments for another verdict" }),
  })
  .meta({ id: "Verdict", description: "The judge's ruling in words and scores" });
export type Verdict = z.infer<typeof Verdict>;

const Blinding = z
  .object({
    labels: byParticipant(line).meta({
      description: "Participants' ids by the labels that stood for them, in the order in which they were shown",
    }),
    replaced: list(
      z.object({
        text: prose.meta({ description: "The name as it stood in the texts" }),
        by: line.meta({ description: "What the judge read instead" }),
        count: z.int().meta({ description: "How often it was replaced" }),
      }),
      1_000,
    ).meta({
      description: "Names that stood in texts, and what was shown instead",
    }),
    kept: list(line, 1_000).meta({
      description: "Names that were shown as they are, since the owner's own text has them: blinding was partial",
    }),
  })
  .meta({ id: "Blinding", description: "What a judge was shown in the place of names" });
export type Blinding = z.infer<typeof Blinding>;

const ballotOrder = z
  .enum(["given", "reversed"])
  .meta({ description: "`reversed`: labels and roster turned round, and rounds in which all spoke at once" });

export const Ballot = z
  .object({
    id: recordId.meta({ description: "The ballot's id", examples: ["g1-b1-given"] }),
    judge: line.meta({ description: "The judge's model" }),
    order: ballotOrder,
    winner: line.nullable().meta({ description: "A participant's id; null: nobody argued better" }),
    answer: ballotAnswer.optional(),
    probability: probability.optional(),
    scores: byParticipant(z.number()).meta({ description: "0–100 by participant id" }),
    twin: z.literal(true).optional().meta({ description: "It was cast on the twin debate" }),
    valid: z.boolean().meta({ description: "False: it does not count" }),
    reasoning: prose.optional().meta({ description: "Why the winner, or why nobody" }),
    invalidBecause: prose.optional().meta({ description: "Why it does not count" }),
    blind: Blinding.optional(),
  })
  .meta({ id: "Ballot", description: "One judge's vote on who argued better, and its answer to the question" });
export type Ballot = z.infer<typeof Ballot>;

/** One judge's whole verdict; the result shows a part as a ballot. */
export const CastBallot = z
  .object({
    id: recordId.meta({ description: "The ballot's id" }),
    judge: line.meta({ description: "The judge's model" }),
    order: ballotOrder,
    verdict: Verdict,
    blind: Blinding,
    ...billed,
  })
  .meta({ id: "CastBallot" });
export type CastBallot = z.infer<typeof CastBallot>;
