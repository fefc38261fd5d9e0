/** Which attempts of a call ended unknown, from what came back of it. Pure. */
import type { Amount } from "../plan.ts";

/** An attempt that the log tells of. */
export interface KnownAttempt {
  attempt: number;
  known: Amount;
  /** It may have cost more than is known: its stream was cut, or its usage was not told. */
  unsettled: boolean;
}

interface Grant {
  /** The number of the last attempt before it. */
  earlier: number;
  /** The number of its last attempt. */
  last: number;
  told: KnownAttempt[];
}

/** Each with what is to be charged beyond what is known, so that together it is the worst that an attempt can cost. */
export function unsettledAttempts(grant: Grant, worst: Amount): { attempt: number; charge: Amount }[] {
  const numbers = Array.from({ length: Math.max(0, grant.last - grant.earlier) }, (_, i) => grant.earlier + i + 1);
  return numbers.flatMap((attempt) => {
    const told = grant.told.find((one) => one.attempt === attempt);
    if (told && !told.unsettled) return [];
    return [{ attempt, charge: beyond(worst, told?.known) }];
  });
}

function beyond(worst: Amount, known: Amount = { costMicroUsd: 0, tokens: 0 }): Amount {
  return {
    costMicroUsd: Math.max(0, worst.costMicroUsd - known.costMicroUsd),
    tokens: Math.max(0, worst.tokens - known.tokens),
  };
}
