/** An answer of a fixed form, as a participant of the format `question` gives it. */
import { z } from "zod";
import { prose } from "./bounds.ts";

export const GivenAnswer = z
  .object({
    reasoning: prose.meta({ description: "Why, in the participant's words" }),
    answer: prose.meta({ description: "The answer in the form's own spelling: an option, a number, or a short text" }),
    confidence: z.number().min(0).max(100).meta({
      description: "How likely the participant holds it to be right, 0–100. It counts for nothing by itself",
    }),
  })
  .meta({ id: "GivenAnswer", description: "An answer that the code can compare and count" });
export type GivenAnswer = z.infer<typeof GivenAnswer>;
