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
    const why = status === "unverified" ? null : doubtOf({ named, missing, quotes, found, status });
    return {
      refs: named.filter((ref) => finders.has(ref)),
      ...(missing.length > 0 && { missingRefs: missing }),
      status: why ? "unverified" : status,
      ...(why && { unverifiedBecause: why }),
      quotes: found,
    };
  };
}

interface Checked extends Pick<Quoted, "quotes" | "status"> {
  named: string[];
  missing: string[];
  found: Quoted["quotes"];
}

/** Why a claim is unverified whatever its judge says; null where its word counts. */
function doubtOf({
  named,
  missing,
  quotes,
  found,
  status,
}: Checked): NonNullable<ClaimCheck["unverifiedBecause"]> | null {
  // One judge may misread a passage: that it contradicts somebody needs a second one, of another family.
  if (found.length > 0) return status === "contradicted" ? "one_judge" : null;
  if (missing.length > 0 && missing.length === named.length) return "no_such_exhibit";
  return quotes.length > 0 ? "quote_not_found" : "no_quote";
}
