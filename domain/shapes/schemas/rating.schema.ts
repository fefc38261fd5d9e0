/** The owner's rating. It is stored beside the log, so a completed debate does not change. */
import { z } from "zod";
import { line, prose } from "./bounds.ts";

export const RatingRequest = z
  .strictObject({
    rating: z.int().min(1).max(5).meta({ description: "From 1 (poor) to 5 (very good)" }),
    comment: z.string().min(1).max(2_000).optional().meta({ description: "Why, in the owner's words" }),
  })
  .meta({ id: "RatingRequest", description: "The owner's rating of a debate that is over" });

export const Rating = z
  .object({
    rating: z.int().min(1).max(5).meta({ description: "From 1 (poor) to 5 (very good)" }),
    comment: prose.optional().meta({ description: "Why, in the owner's words" }),
    at: line.meta({ description: "ISO 8601, UTC" }),
  })
  .meta({ id: "Rating", description: "The owner's, 1–5; the newest replaces the one before" });
export type Rating = z.infer<typeof Rating>;
