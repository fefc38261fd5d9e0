/** What a debate cost, by whom and by when. */
import { z } from "@hono/zod-openapi";
import { CachedShare, Money, Usage } from "../../domain/shapes/schemas/spend.schema.ts";

const CostLine = { usage: Usage, costUsd: Money };

export const CostReport = z
  .object({
    debateId: z.string().meta({ description: "The debate's id" }),
    total: z.object({ ...CostLine, cachedShare: CachedShare }).meta({ description: "The whole debate" }),
    byParticipant: z
      .array(
        z.object({
          participantId: z.string().meta({ description: "The participant's id" }),
          name: z.string().meta({ description: "The participant's name" }),
          model: z.string().meta({ description: "Its model" }),
          ...CostLine,
        }),
      )
      .meta({ description: "By participant" }),
    judge: z
      .object({ model: z.string().meta({ description: "The judge's model" }), ...CostLine })
      .nullable()
      .meta({ description: "The judge; null: the format has none" }),
    summaries: z.object(CostLine).optional().meta({ description: "Summaries of the transcript, for all readers" }),
    byModel: z
      .array(
        z.object({
          model: z.string().meta({ description: "`provider/model`" }),
          ...CostLine,
          cachedShare: CachedShare,
        }),
      )
      .meta({ description: "By model" }),
    byRound: z
      .array(
        z.object({
          round: z.int().nullable().meta({ description: "0: before the first round; null: the conclusion" }),
          ...CostLine,
        }),
      )
      .meta({ description: "By round" }),
    byOutcome: z
      .array(
        z.object({
          outcome: z.enum(["completed", "failed", "unsettled"]).meta({ description: "How the attempts ended" }),
          ...CostLine,
        }),
      )
      .meta({
        description:
          "unsettled: attempts whose end is unknown, charged in full against a limit and part of no other sum",
      }),
  })
  .extend({
    rejudgements: z
      .array(
        z.object({
          id: z.string().meta({ description: "The rejudgement's number in the debate" }),
          model: z.string().meta({ description: "Its judge's model" }),
          ...CostLine,
        }),
      )
      .optional()
      .meta({ description: "Costs of other judges after the end; part of no other sum, and under no limit" }),
  })
  .meta({ id: "CostReport", description: "Usage and costs of the attempts in the log, including failed ones" });
export type CostReport = z.infer<typeof CostReport>;
