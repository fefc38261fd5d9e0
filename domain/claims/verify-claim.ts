/** Verifies the passages that a model quotes for a claim: the code, not the model, says whether they stand in an exhibit. */
import type { ClaimCheck } from "../schemas/claims.ts";
import type { Exhibit } from "../schemas/turn.ts";
import { createFinder, hasWords, newAllowance } from "../text/normalise-text.ts";

/** As a model writes it. */
export type AskedClaim = Omit<ClaimCheck, "missingRefs" | "unverifiedBecause">;

/** Fewer words stand in many texts by chance. */
export const LEAST_QUOTED_WORDS = 3;

/** The exhibits are normalised once for all claims. */
export function claimVerifier(exhibits: Exhibit[]): (asked: AskedClaim) => ClaimCheck {
  const allowance = newAllowance();
  const finders = new Map(exhibits.map(({ id, text }) => [id, createFinder(text, allowance)]));
  return ({ refs, quotes, status, ...claim }) => {
    const named = [...new Set([...refs, ...quotes.map(({ ref }) => ref)])];
    const missing = named.filter((ref) => !finders.has(ref));
    const found = quotes.filter(
      ({ ref, text }) => hasWords(text, LEAST_QUOTED_WORDS) && finders.get(ref)?.(text) === true,
    );
    const isProven = status === "unverified" || found.length > 0;
    return {
      ...claim,
      refs: named.filter((ref) => finders.has(ref)),
      ...(missing.length > 0 && { missingRefs: missing }),
      status: isProven ? status : "unverified",
      ...(!isProven && { unverifiedBecause: reasonOf({ named, missing, quotes }) }),
      quotes: found,
    };
  };
}

function reasonOf({
  named,
  missing,
  quotes,
}: Pick<AskedClaim, "quotes"> & { named: string[]; missing: string[] }): ClaimCheck["unverifiedBecause"] {
  if (missing.length > 0 && missing.length === named.length) return "no_such_exhibit";
  return quotes.length > 0 ? "quote_not_found" : "no_quote";
}
