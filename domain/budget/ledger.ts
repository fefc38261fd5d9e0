/**
 * What a debate with limits has spent and set aside (spec §1.12). Charged: what is known, and in full whatever ended
 * unknown. A call is made only when two worst-case attempts of it fit beside all that, and beside the conclusion.
 */
import { NO_SPEND, pricedOf, totalOf } from "../costs.ts";
import type { DebateState, Spend } from "../debate-state.ts";
import type { Amount, BudgetLimits } from "../plan.ts";

/** Billable attempts that a reservation covers. */
export const ATTEMPTS = 2;

export const NOTHING: Amount = { costMicroUsd: 0, tokens: 0 };

export function addAmount(a: Amount, b: Amount): Amount {
  return { costMicroUsd: a.costMicroUsd + b.costMicroUsd, tokens: a.tokens + b.tokens };
}

export function sumOf(amounts: Iterable<Amount>): Amount {
  return [...amounts].reduce(addAmount, NOTHING);
}

export function times(n: number, { costMicroUsd, tokens }: Amount): Amount {
  return { costMicroUsd: n * costMicroUsd, tokens: n * tokens };
}

function amountOf(spend: Spend): Amount {
  return { costMicroUsd: pricedOf(spend), tokens: spend.inputTokens + spend.outputTokens };
}

/** All that counts against the limits. */
export function chargedOf(state: DebateState): Amount {
  return addAmount(amountOf(totalOf(state)), amountOf(state.unsettled ?? NO_SPEND));
}

/** A limit that calls do not fit under. Figures in micro-dollars or tokens, as `unit` says. */
export interface Shortfall {
  unit: keyof Amount;
  limit: number;
  spent: number;
  reserved: number;
  needed: number;
}

/** Null when they fit. `reserved`: for calls in flight and for the conclusion, `needed` not in it. */
export function shortfall(
  limits: BudgetLimits,
  use: Record<"spent" | "reserved" | "needed", Amount>,
): Shortfall | null {
  const most: [keyof Amount, number | undefined][] = [
    ["costMicroUsd", limits.maxMicroUsd],
    ["tokens", limits.maxTokens],
  ];
  for (const [unit, limit] of most) {
    const [spent, reserved, needed] = [use.spent[unit], use.reserved[unit], use.needed[unit]];
    if (limit !== undefined && spent + reserved + needed > limit) return { unit, limit, spent, reserved, needed };
  }
  return null;
}
