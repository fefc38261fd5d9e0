/** What a comparison of two debates' verdicts and scores has (docs/design/debate.md#114-records). */
import { z } from "zod";
import { STATUSES } from "../../shapes/lifecycle.shape.ts";
import { FormatName } from "../../shapes/schemas/debate.schema.ts";
import { ENDED_BY } from "../../shapes/schemas/result.schema.ts";
import { Money } from "../../shapes/schemas/spend.schema.ts";

const score = z.number().nullable();
const pair = {
  values: z.tuple([score, score]).meta({ description: "The first debate's and the second's; null: none" }),
  difference: score.meta({ description: "Second less first; null: one is missing" }),
};
const Pair = z
  .object(pair)
  .meta({ id: "ScorePair", description: "The first debate's, the second's, second less first" });
export type Pair = z.infer<typeof Pair>;

const Compared = z
  .object({
    id: z.string().meta({ description: "The debate's id" }),
    topic: z.string().meta({ description: "The question or motion" }),
    format: FormatName,
    status: z.enum(STATUSES).meta({ description: "Where it stands" }),
    rounds: z.int().meta({ description: "That were begun" }),
    judge: z.string().nullable().meta({ description: "The judge's model; null: none" }),
    type: z
      .enum(["verdict", "solution", "answer", "plurality", "council", "unjudged"])
      .nullable()
      .meta({ description: "null while there is no result" }),
    winner: z.string().nullable().meta({ description: "A participant's name, or the side that won" }),
    contested: z
      .boolean()
      .nullable()
      .meta({ description: "True: valid ballots name different winners; null: no result" }),
    endedBy: z.enum(ENDED_BY).nullable().meta({ description: "What ended it; null: it has not ended" }),
    summary: z
      .string()
      .nullable()
      .meta({ description: "The verdict's summary, the solution's description, or the answer" }),
    costUsd: Money,
  })
  .meta({ id: "ComparedDebate" });

export const Comparison = z
  .object({
    debates: z.tuple([Compared, Compared]).meta({ description: "In the order of the address" }),
    same: z
      .object({
        topic: z.boolean().meta({ description: "Both have the same topic" }),
        format: z.boolean().meta({ description: "Both have the same format" }),
        judge: z.boolean().meta({ description: "Both have the same judge" }),
        winner: z.boolean().meta({ description: "Both have the same winner" }),
      })
      .meta({ description: "What both have in common" }),
    quality: Pair.meta({ description: "0–100: a verdict's quality score, a solution's confidence" }),
    participants: z
      .array(z.object({ name: z.string().meta({ description: "The participant's name" }), ...pair }))
      .meta({ description: "Scores 0–100; null where one did not take part or got none" }),
    criteria: z
      .array(z.object({ criterion: z.string().meta({ description: "The criterion's name" }), ...pair }))
      .meta({ description: "0–10, the mean over the participants" }),
  })
  .meta({ id: "Comparison" });
export type Comparison = z.infer<typeof Comparison>;
