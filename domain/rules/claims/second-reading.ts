/** Two readings of a claim put together: that an exhibit contradicts it counts only where judges of two families read it so. */
import type { ClaimCheck, ConfirmedClaims } from "../../shapes/schemas/claims.schema.ts";

/** A claim that one judge reads as contradicted, and its place among all that were checked, from 1. */
export interface DisputedClaim {
  place: number;
  check: ClaimCheck;
}

/** Last first, so that the second judge reads them in the other order. */
export function disputedClaims(claims: ClaimCheck[]): DisputedClaim[] {
  return claims
    .map((check, i) => ({ place: i + 1, check }))
    .filter(({ check }) => check.unverifiedBecause === "one_judge")
    .toReversed();
}

/** The checked claims with what the second judge reads in their passages. Those that it was not asked about stay. */
export function withSecondReading(claims: ClaimCheck[], second: ConfirmedClaims | null): ClaimCheck[] {
  if (!second) return claims;
  return claims.map((check, i) => {
    const reading = second.readings.find(({ place }) => place === i + 1);
    if (!reading || check.unverifiedBecause !== "one_judge") return check;
    const { unverifiedBecause: _openUntilNow, ...rest } = check;
    const { says, why } = reading;
    const settled =
      says === "contradicts"
        ? { status: "contradicted" as const }
        : { status: "unverified" as const, unverifiedBecause: "judges_differ" as const };
    return { ...rest, ...settled, secondJudge: { model: second.model, says, why } };
  });
}
