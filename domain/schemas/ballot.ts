/** A judge's verdict, and the ballot that it is. */
import { z } from "zod";
import { CriterionScores } from "./rubric.ts";
import { billed } from "./spend.ts";

export const Verdict = z
  .object({
    summary: z.string(),
    keyPoints: z.record(z.string(), z.array(z.string())).meta({ description: "By participant id" }),
    areasOfAgreement: z.array(z.string()),
    areasOfDisagreement: z.array(z.string()),
    winner: z
      .object({
        participant: z.string().optional().meta({ description: "The participant's id; absent where a side wins" }),
        side: z.enum(["for", "against"]).optional().meta({ description: "Where a side wins (oxford)" }),
        reasoning: z.string(),
      })
      .nullable(),
    criterionScores: z.record(z.string(), CriterionScores).meta({ description: "By participant id" }),
    scores: z
      .record(z.string(), z.number())
      .meta({ description: "0–100 by participant id: ten times the weighted mean, computed by the code" }),
    criteria: z.record(z.string(), z.string()).meta({ description: "Finding by criterion" }),
    reasoning: z.string(),
    qualityScore: z.number().min(0).max(100),
    insights: z.array(z.string()),
    dissent: z.array(z.string()),
  })
  .meta({ id: "Verdict" });
export type Verdict = z.infer<typeof Verdict>;

const Blinding = z
  .object({
    labels: z.record(z.string(), z.string()).meta({
      description: "Participants' ids by the labels that stood for them, in the order in which they were shown",
    }),
    replaced: z
      .array(z.object({ text: z.string(), by: z.string(), count: z.int() }))
      .meta({ description: "Names that stood in texts, and what was shown instead" }),
    kept: z.array(z.string()).meta({
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
    id: z.string().meta({ examples: ["g1-b1-given"] }),
    judge: z.string(),
    order: ballotOrder,
    winner: z.string().nullable().meta({ description: "A participant's id; null: nobody argued better" }),
    scores: z.record(z.string(), z.number()),
    valid: z.boolean(),
    reasoning: z.string().optional().meta({ description: "Why the winner, or why nobody" }),
    invalidBecause: z.string().optional().meta({ description: "Why it does not count" }),
    blind: Blinding.optional(),
  })
  .meta({ id: "Ballot" });
export type Ballot = z.infer<typeof Ballot>;

/** One judge's whole verdict, of which the result shows the ballot. */
export const CastBallot = z
  .object({
    id: z.string(),
    judge: z.string(),
    order: ballotOrder,
    verdict: Verdict,
    unanimous: z.boolean().optional().meta({
      description: "Of a ballot on the answers before round 1: all of them give the same answer to the topic",
    }),
    blind: Blinding,
    ...billed,
  })
  .meta({ id: "CastBallot" });
export type CastBallot = z.infer<typeof CastBallot>;
