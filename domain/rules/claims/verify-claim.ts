/** Verifies the passages that a model quotes for a claim: the code, not the model, says whether they stand in an exhibit. */

import { createFinder, hasWords, newAllowance } from "../../base/text/normalise-text.ts";
import type { ClaimCheck } from "../../shapes/schemas/claims.schema.ts";
import type { Exhibit } from "../../shapes/schemas/exhibit.schema.ts";

/** What a model says of a claim. */
type Quoted = Pick<ClaimCheck, "refs" | "status" | "quotes">;
type Verified = Pick<ClaimCheck, "refs" | "missingRefs" | "status" | "unverifiedBecause" | "quotes">;

export type AskedClaim = Omit<ClaimCheck, "missingRefs" | "unverifiedBecause">;

/** Fewer words stand in many texts by chance. */
export const LEAST_QUOTED_WORDS = 3;

/** The exhibits are normalised once for all claims. Without a passage that stands in its exhibit nothing is settled. */
export function claimVerifier(exhibits: Exhibit[]): (asked: Quoted) => Verified {
  const allowance = newAllowance();
  const finders = new Map(exhibits.map(({ id, text }) => [id, createFinder(text, allowance)]));
  return ({ refs, quotes, status }) => {
    const named = [...new Set([...refs, ...quotes.map(({ ref }) => ref)])];
    const missing = named.filter((ref) => !finders.has(ref));
    const found = quotes.filter(
      ({ ref, text }) => hasWords(text, LEAST_QUOTED_WORDS) && finders.get(ref)?.(text) === true,
    );
    const isSettled = status === "unverified" || found.length > 0;
    return {
      refs: named.filter((ref) => finders.has(ref)),
      ...(missing.length > 0 && { missingRefs: missing }),
      status: isSettled ? status : "unverified",
      ...(!isSettled && { unverifiedBecause: reasonOf({ named, missing, quotes }) }),
      quotes: found,
    };
  };
}

function reasonOf({
  named,
  missing,
  quotes,
}: Pick<Quoted, "quotes"> & { named: string[]; missing: string[] }): ClaimCheck["unverifiedBecause"] {
  if (missing.length > 0 && missing.length === named.length) return "no_such_exhibit";
  return quotes.length > 0 ? "quote_not_found" : "no_quote";
}
