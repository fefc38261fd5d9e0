/** Debates in a list, and how a list is filtered. */
import { z } from "@hono/zod-openapi";
import { wordsOf } from "../../domain/base/text/words.text.ts";
import { label, tagsIn } from "../../domain/rules/request/texts.ts";
import { STATUSES } from "../../domain/shapes/lifecycle.shape.ts";
import { Debate, FormatName } from "../../domain/shapes/schemas/debate.schema.ts";
import { LIMITS } from "../../domain/shapes/schemas/limits.schema.ts";
import { Money } from "../../domain/shapes/schemas/spend.schema.ts";
import { pageOf } from "./page-of.ts";

export const DebateSummary = Debate.pick({
  id: true,
  version: true,
  topic: true,
  format: true,
  tags: true,
  demo: true,
  status: true,
  phase: true,
  round: true,
  maxRounds: true,
  links: true,
  createdAt: true,
  startedAt: true,
  completedAt: true,
})
  .extend({
    participants: z
      .array(
        z.object({
          id: z.string().meta({ description: "Its id within the debate, as `p1`" }),
          name: z.string().meta({ description: "Its name" }),
          model: z.string().meta({ description: "Its model, `provider/model`" }),
        }),
      )
      .meta({ description: "The speakers, in the order of the request" }),
    cost: z.object({ totalUsd: Money }).meta({ description: "What the debate has cost so far" }),
    outcome: z
      .object({
        type: z
          .enum(["verdict", "solution", "answer", "plurality", "council", "unjudged"])
          .meta({ description: "What it ended in" }),
        winner: z.string().nullable().optional().meta({ description: "Of a verdict: the winner's id; null: nobody" }),
        side: z.enum(["for", "against"]).optional().meta({ description: "Of a verdict: the side that wins (oxford)" }),
        answer: z.string().optional().meta({
          description:
            "The first sentence of the conclusion's answer, cut if it is long, or the answer of most; missing without one",
        }),
      })
      .nullable()
      .meta({ description: "How it ended; null while there is no result" }),
  })
  .meta({ id: "DebateSummary", description: "A debate in a list" });
export type DebateSummary = z.infer<typeof DebateSummary>;

export const DebateList = pageOf(DebateSummary).meta({ id: "DebateList" });
export type DebateList = z.infer<typeof DebateList>;

const TAG = "Only debates with this tag; given several times, with all of them";

const tags = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => [given].flat().flatMap(tagsIn))
  .pipe(z.array(label).max(LIMITS.tags))
  .meta({ description: TAG })
  .optional()
  .openapi({
    type: "array",
    items: { type: "string", minLength: 1, maxLength: LIMITS.name },
    description: TAG,
  });

const words = z
  .string()
  .max(200)
  .refine((text) => wordsOf(text).length > 0, "must have a letter or a digit")
  .optional()
  .meta({
    description:
      "Words that must all occur in the topic (its first 1,000 characters), the tags, the participants' names or the id, whatever their case and accents",
  });

export const debateFilter = {
  status: z.enum(STATUSES).optional().meta({ description: "Only debates of this status" }),
  format: FormatName.optional(),
  tag: tags,
  q: words,
  sort: z.enum(["newest", "oldest"]).default("newest").meta({ description: "By creation" }),
};
