/** Checked claims as a blind judge is shown them. Passages of exhibits are the owner's texts, which judges see unchanged. */
import type { ClaimCheck } from "../../shapes/schemas/claims.schema.ts";

export function blindClaims(claims: ClaimCheck[], { hide }: { hide: (text: string) => string }): ClaimCheck[] {
  return claims.map((check) => ({
    ...check,
    claim: hide(check.claim),
    turnIds: check.turnIds.map(hide),
    why: hide(check.why),
    ...(check.secondJudge && { secondJudge: { ...check.secondJudge, why: hide(check.secondJudge.why) } }),
  }));
}
