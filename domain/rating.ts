/** What a debate's owner thought of it. It is kept beside the log, so a debate that is over does not change. */
import { z } from "zod";

export const RatingRequest = z
  .strictObject({
    rating: z.int().min(1).max(5),
    comment: z.string().min(1).max(2_000).optional(),
  })
  .meta({ id: "RatingRequest" });

export const Rating = z
  .object({ rating: z.int().min(1).max(5), comment: z.string().optional(), at: z.string() })
  .meta({ id: "Rating", description: "The owner's, 1–5; the newest replaces the one before" });
export type Rating = z.infer<typeof Rating>;
