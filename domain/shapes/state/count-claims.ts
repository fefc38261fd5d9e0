/** How the claims of a debate stand, in numbers. */
import type { ClaimCheck } from "../schemas/claims.schema.ts";

/** How many claims have each status. */
export type ClaimCounts = Record<ClaimCheck["status"], number>;

export function countClaims(claims: Pick<ClaimCheck, "status">[]): ClaimCounts {
  const counts: ClaimCounts = { supported: 0, contradicted: 0, unverified: 0 };
  for (const { status } of claims) counts[status] += 1;
  return counts;
}
