import { z } from "zod";
import { line, list } from "../request/bounds.ts";

export const RejudgementStatus = z.enum(["running", "completed", "failed"]).meta({ id: "RejudgementStatus" });

export const RejudgementBrief = z
  .object({
    id: line.meta({ examples: ["j1"] }),
    status: RejudgementStatus,
    judge: z.object({
      model: line,
      panel: list(line, 7).meta({ description: "Models that ruled in the judge's place; empty: the judge alone" }),
    }),
    winner: line.nullable().meta({
      description: "The participant's id, or the side that wins (oxford); null: nobody, or there is no ruling yet",
    }),
    contested: z.boolean(),
    createdAt: line,
  })
  .meta({
    id: "RejudgementBrief",
    description: "Another judge's ruling over this debate; the transcript has it whole",
  });
export type RejudgementBrief = z.infer<typeof RejudgementBrief>;
