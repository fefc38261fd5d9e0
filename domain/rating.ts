/** The owner's rating. It is stored beside the log, so a completed debate does not change. */
import { z } from "zod";
import { line, prose } from "./request/bounds.ts";

export const RatingRequest = z
  .strictObject({
    rating: z.int().min(1).max(5),
    comment: z.string().min(1).max(2_000).optional(),
  })
  .meta({ id: "RatingRequest" });

export const Rating = z
  .object({ rating: z.int().min(1).max(5), comment: prose.optional(), at: line })
  .meta({ id: "Rating", description: "The owner's, 1–5; the newest replaces the one before" });
export type Rating = z.infer<typeof Rating>;
