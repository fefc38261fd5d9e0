/** Past debates on the same question. */
import { z } from "zod";
import { FormatName } from "../../../domain/shapes/schemas/debate.schema.ts";
import { timestamp } from "../../../domain/shapes/schemas/spend.schema.ts";

export const MOST_RELATED = 20;
/** Completed debates that are searched. */
export const MOST_SEARCHED = 500;

export const RelatedDebate = z
  .object({
    id: z.string().meta({ description: "The debate's id" }),
    topic: z.string().meta({ description: "Its question or motion, cut if it is long" }),
    format: FormatName,
    endedAt: timestamp.nullable().meta({ description: "When it ended; null: that is not known" }),
    score: z.number().min(0).max(1).meta({ description: "How near its topic's words are; 1: the same topic" }),
    answer: z.string().nullable().meta({ description: "Its conclusion in short, else its verdict; null: neither" }),
    differs: z
      .boolean()
      .nullable()
      .meta({ description: "Whether its answer is another than this debate's; null: code cannot tell" }),
    how: z.string().meta({ description: "In a sentence, how the answers differ or agree, or why that is not known" }),
  })
  .meta({ id: "RelatedDebate", description: "A past debate on the same question" });
export type RelatedDebate = z.infer<typeof RelatedDebate>;

export const RelatedDebates = z
  .object({
    items: z.array(RelatedDebate).max(MOST_RELATED).meta({ description: "The nearest first" }),
    searched: z
      .int()
      .meta({ description: `Completed debates that were searched: the newest ${MOST_SEARCHED} at most` }),
  })
  .meta({ id: "RelatedDebates" });
export type RelatedDebates = z.infer<typeof RelatedDebates>;
