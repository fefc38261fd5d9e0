import { z } from "zod";
import { line, prose } from "./bounds.ts";
import { recordId } from "./ids.schema.ts";
import { billed } from "./spend.schema.ts";

/**
 * Replaces older turns in prompts. In an agent's: its view of the rounds before `round`. In the judge's for a solution:
 * all turns but the newest proposals. In everyone's: the turns up to `until`.
 */
export const Summary = z
  .object({
    id: recordId.meta({ description: "The record's id" }),
    participantId: line
      .nullable()
      .meta({ description: "Whose view it is of; null: all turns, and without `until` the judge's view of them" }),
    round: z.int().min(0).meta({ description: "The round before which it was made" }),
    until: z
      .object({
        round: z.int().meta({ description: "The last turn's round" }),
        index: z.int().meta({ description: "The last turn's position in its round" }),
      })
      .optional()
      .meta({ description: "Of a summary for all readers: it stands for the turns up to this one" }),
    turns: z.int().optional().meta({ description: "How many turns it stands for beside the summary before it" }),
    text: prose.meta({ description: "The summary" }),
    before: z.int().meta({ description: "Characters of what was summarised" }),
    after: z.int().meta({ description: "Characters of the summary; the judge's is counted with labels for names" }),
    method: z.enum(["model"]).meta({ description: "How it was made" }),
    model: line.meta({ description: "The model that wrote it" }),
    ...billed,
  })
  .meta({ id: "Summary", description: "A text that stands for older turns in prompts" });
export type Summary = z.infer<typeof Summary>;
