import type { CastBallot } from "../shapes/schemas/ballot.ts";

/** By how much of 100 a winner's score may trail another's. */
export const LARGEST_TRAIL = 5;

/** The participant whom a ballot names; null: nobody. */
export function winnerOf({ verdict: { winner } }: Pick<CastBallot, "verdict">): string | null {
  return winner?.participant ?? null;
}
