/**
 * Spending and reservations of a debate with limits (docs/design/debate.md#112-cost-and-budget). Attempts with unknown
 * cost are charged in full. A call is made only if its worst-case attempts fit beside all charges and the conclusion.
 */

import type { Amount, BudgetLimits, DebatePlan } from "../../shapes/plan/plan.ts";
import { boughtBy, NO_SPEND, pricedOf } from "../../shapes/state/costs.state.ts";
import type { DebateState, Spend } from "../../shapes/state/state.ts";

export const ATTEMPTS = 2;

/** A debate that is fitted to a low limit reserves one: a second one is reserved once the first has failed. */
export function attemptsOf({ budget }: Pick<DebatePlan, "budget">): number {
  return budget?.attempts ?? ATTEMPTS;
}

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

export function amountOf(spend: Spend): Amount {
  return { costMicroUsd: pricedOf(spend), tokens: spend.inputTokens + spend.outputTokens };
}

/** Everything that counts against the limits. */
export function chargedOf(state: DebateState): Amount {
  return addAmount(amountOf(boughtBy(state)), amountOf(state.unsettled ?? NO_SPEND));
}

/** A limit that calls exceed. Figures are in micro-dollars or tokens, by `unit`. */
export interface Shortfall {
  unit: keyof Amount;
  limit: number;
  spent: number;
  reserved: number;
  needed: number;
}

/** null if the calls fit. `reserved` is for running calls and the conclusion, without `needed`. */
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
