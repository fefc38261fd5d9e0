/** The canned check of claims. The demo compares nothing, so it settles no claim. */
import type { AskedClaim } from "../../../domain/rules/claims/verify-claim.ts";
import { claimOf, excerpt } from "./replies.ts";
import type { DemoRequest } from "./request.demo.ts";

export function demoClaims({ turns }: DemoRequest): { claims: AskedClaim[] } {
  const claims = turns.slice(0, 2).map(({ id, text }) => ({
    claim: excerpt(claimOf(text), 24),
    turnIds: [id],
    refs: [],
    status: "unverified" as const,
    quotes: [],
    why: `It compares nothing with the exhibits.`,
  }));
  return { claims };
}
