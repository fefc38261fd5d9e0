import type { CastBallot } from "../shapes/schemas/ballot.ts";

/** The participant whom a ballot names; null: nobody. */
export function winnerOf({ verdict: { winner } }: Pick<CastBallot, "verdict">): string | null {
  return winner?.participant ?? null;
}
