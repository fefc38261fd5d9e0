import { z } from "zod";
import { billed } from "./spend.ts";

/**
 * What stands in prompts instead of older turns: in an agent's own instead of its view of the rounds before `round`, in the
 * judge's for the solution instead of all turns but the newest proposals, or in everybody's instead of the turns up to `until`.
 */
export const Summary = z
  .object({
    id: z.string(),
    participantId: z
      .string()
      .nullable()
      .meta({ description: "Whose view it is of; null: all turns, and without `until` the judge's view of them" }),
    round: z.int().min(0),
    until: z
      .object({ round: z.int(), index: z.int() })
      .optional()
      .meta({ description: "Of a summary for all readers: it stands for the turns up to this one" }),
    turns: z.int().optional().meta({ description: "How many turns it stands for beside the summary before it" }),
    text: z.string(),
    before: z.int().meta({ description: "Characters of what was summarised" }),
    after: z.int().meta({ description: "Characters of the summary; the judge's is counted with labels for names" }),
    method: z.enum(["model"]),
    model: z.string(),
    ...billed,
  })
  .meta({ id: "Summary" });
export type Summary = z.infer<typeof Summary>;
