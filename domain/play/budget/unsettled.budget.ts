/** Finds a call's attempts with unknown cost. */
import type { Amount } from "../../shapes/plan/plan.ts";
import { NOTHING } from "./ledger.budget.ts";

/** An attempt recorded in the log. */
export interface KnownAttempt {
  attempt: number;
  known: Amount;
  /** What it may have cost beyond that, by our own count; nothing if its provider counted everything. */
  uncounted: Amount;
  /** It may have cost more than is known: its stream was cut, or its usage is missing. */
  unsettled: boolean;
}

interface Attempts {
  /** Number of the last attempt before the call. */
  earlier: number;
  /** Number of the call's last attempt. */
  last: number;
  reported: KnownAttempt[];
}

/**
 * Charges each attempt up to its worst case: the difference between that and its known cost. What was heard of it, or what
 * its provider counted of the rest, may be more.
 */
export function unsettledAttempts(attempts: Attempts, worst: Amount): { attempt: number; charge: Amount }[] {
  const numbers = Array.from(
    { length: Math.max(0, attempts.last - attempts.earlier) },
    (_, i) => attempts.earlier + i + 1,
  );
  return numbers.flatMap((attempt) => {
    const reported = attempts.reported.find((one) => one.attempt === attempt);
    if (reported && !reported.unsettled) return [];
    return [{ attempt, charge: beyond(worst, reported) }];
  });
}

function beyond(worst: Amount, { known, uncounted }: Pick<KnownAttempt, "known" | "uncounted"> = UNREPORTED): Amount {
  return {
    costMicroUsd: Math.max(uncounted.costMicroUsd, worst.costMicroUsd - known.costMicroUsd),
    tokens: Math.max(uncounted.tokens, worst.tokens - known.tokens),
  };
}

const UNREPORTED = { known: NOTHING, uncounted: NOTHING };
