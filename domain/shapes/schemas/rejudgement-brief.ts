import { z } from "zod";
import { line, list } from "./bounds.ts";

export const RejudgementStatus = z
  .enum(["running", "completed", "failed"])
  .meta({ id: "RejudgementStatus", description: "How far the rejudgement is" });

export const RejudgementBrief = z
  .object({
    id: line.meta({ description: "The rejudgement's number in the debate", examples: ["j1"] }),
    status: RejudgementStatus,
    judge: z
      .object({
        model: line.meta({ description: "The judge's model" }),
        panel: list(line, 7).meta({ description: "Models that ruled in the judge's place; empty: the judge alone" }),
      })
      .meta({ description: "Who rules" }),
    winner: line.nullable().meta({
      description: "The participant's id, or the side that wins (Oxford); null: nobody, or there is no ruling yet",
    }),
    contested: z.boolean().meta({ description: "True: valid ballots name different winners" }),
    createdAt: line.meta({ description: "ISO 8601, UTC" }),
  })
  .meta({
    id: "RejudgementBrief",
    description: "Another judge's ruling over this debate; the transcript has it whole",
  });
export type RejudgementBrief = z.infer<typeof RejudgementBrief>;
