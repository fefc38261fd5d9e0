/** A rejudgement as its debate shows it. */
import { z } from "zod";

export const RejudgementStatus = z.enum(["running", "completed", "failed"]).meta({ id: "RejudgementStatus" });

export const RejudgementBrief = z
  .object({
    id: z.string().meta({ examples: ["j1"] }),
    status: RejudgementStatus,
    judge: z.object({
      model: z.string(),
      panel: z
        .array(z.string())
        .meta({ description: "Models that ruled in the judge's place; empty: the judge alone" }),
    }),
    winner: z.string().nullable().meta({
      description: "The participant's id, or the side that wins (oxford); null: nobody, or there is no ruling yet",
    }),
    contested: z.boolean(),
    createdAt: z.string(),
  })
  .meta({
    id: "RejudgementBrief",
    description: "Another judge's ruling over this debate; the transcript has it whole",
  });
export type RejudgementBrief = z.infer<typeof RejudgementBrief>;
