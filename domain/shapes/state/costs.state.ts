/** Sums tokens and money. Money is integer micro-dollars internally, USD externally. */

import type { Amount } from "../plan/plan.ts";
import type { Usage } from "../schemas/spend.schema.ts";
import type { DebateState, Spend } from "./state.ts";

const MICRO = 1_000_000;

export const NO_USAGE: Usage = usageBy(() => 0);
export const NO_SPEND: Spend = { ...NO_USAGE, costMicroUsd: 0 };

type Counts = Omit<Usage, "uncounted">;

function usageBy(of: (count: keyof Counts) => number): Counts {
  return {
    inputTokens: of("inputTokens"),
    cachedInputTokens: of("cachedInputTokens"),
    outputTokens: of("outputTokens"),
    reasoningTokens: of("reasoningTokens"),
    calls: of("calls"),
  };
}

/**
 * A sum with an unpriced part has no known cost; its known part is kept.
 *
 * @example
 * addSpend({ ...NO_SPEND, costMicroUsd: 5 }, { ...NO_SPEND, costMicroUsd: null }).costMicroUsd // → null
 */
export function addSpend(a: Spend, b: Spend): Spend {
  const isPriced = a.costMicroUsd !== null && b.costMicroUsd !== null;
  const known = pricedOf(a) + pricedOf(b);
  return {
    ...usageBy((count) => a[count] + b[count]),
    ...uncountedIn(a, b),
    costMicroUsd: isPriced ? known : null,
    ...(!isPriced && known > 0 && { pricedMicroUsd: known }),
  };
}

function uncountedIn({ uncounted: a }: Usage, { uncounted: b }: Usage): Pick<Usage, "uncounted"> {
  if (!a || !b) return a || b ? { uncounted: a ?? b } : {};
  const costs = [a, b].flatMap(({ costUsd }) => (costUsd === null ? [] : [microOf(costUsd)]));
  const costUsd = costs.length === 0 ? null : usdOf(costs.reduce((sum, cost) => sum + cost, 0));
  return { uncounted: { tokens: a.tokens + b.tokens, costUsd } };
}

function microOf(usd: number): number {
  return Math.round(usd * MICRO);
}

/**
 * A limit in micro-dollars: never more than was given.
 *
 * @example
 * microLimitOf(0.0000019) // → 1
 */
export function microLimitOf(usd: number): number {
  return Math.floor(Number((usd * MICRO).toFixed(3)));
}

/** In whole cents, rounded up: easier to write, and never less. */
export function wholeCents(usd: number): number {
  return Math.ceil(Number((usd * 100).toFixed(6))) / 100;
}

/** Exact: at most six decimals. */
function usdOf(micro: number): number {
  return micro / MICRO;
}

/** The known part, in micro-dollars. */
export function pricedOf(spend: Spend): number {
  return spend.costMicroUsd ?? spend.pricedMicroUsd ?? 0;
}

/**
 * The sum of all; nothing for none.
 *
 * @example
 * totalSpend([]) // → NO_SPEND
 * totalSpend([{ ...NO_SPEND, calls: 1 }, { ...NO_SPEND, calls: 2 }]).calls // → 3
 */
export function totalSpend(spends: Spend[]): Spend {
  return spends.reduce(addSpend, NO_SPEND);
}

/**
 * Total spending of a debate, including judge and earlier generations.
 *
 * @example
 * totalOf({ ...state, judge: { ...NO_SPEND, calls: 4 } }).calls // → 4
 */
export function totalOf(state: DebateState): Spend {
  const summaries = state.context?.spent ?? [];
  return totalSpend([
    state.earlier ?? NO_SPEND,
    benchSpend(state),
    ...state.participants.map((p) => p.spend),
    ...summaries.map(({ spend }) => spend),
  ]);
}

export function benchSpend({ judge, panel = [] }: Pick<DebateState, "judge" | "panel">): Spend {
  return totalSpend([judge, ...panel.map(({ spend }) => spend)]);
}

/** What the debate bought itself: without the first answers that an experiment has bought for it. */
export function boughtBy(state: DebateState): Spend {
  return state.given ? spendSince(totalOf(state), state.given) : totalOf(state);
}

/** A difference with an unpriced part has no known cost; its known part is kept. */
export function spendSince(now: Spend, before: Spend): Spend {
  const isPriced = now.costMicroUsd !== null && before.costMicroUsd !== null;
  const known = pricedOf(now) - pricedOf(before);
  return {
    ...usageBy((count) => now[count] - before[count]),
    costMicroUsd: isPriced ? known : null,
    ...(!isPriced && known > 0 && { pricedMicroUsd: known }),
  };
}

/**
 * The tokens and calls without what they cost.
 *
 * @example
 * usageOf(NO_SPEND) // → NO_USAGE
 */
export function usageOf({ costMicroUsd: _cost, pricedMicroUsd: _priced, ...usage }: Spend): Usage {
  return usage;
}

/** Of the input tokens, the share that providers had cached, by their own count: three decimals. null: no input yet. */
export function cachedShareOf({ inputTokens, cachedInputTokens }: Usage): number | null {
  return inputTokens === 0 ? null : Number((cachedInputTokens / inputTokens).toFixed(3));
}

/**
 * The cost in USD; null where it is not known.
 *
 * @example
 * costUsdOf({ costMicroUsd: 1_500_000 }) // → 1.5
 * costUsdOf({ costMicroUsd: null }) // → null
 */
export function costUsdOf(spend: Pick<Spend, "costMicroUsd">): number | null {
  return spend.costMicroUsd === null ? null : usdOf(spend.costMicroUsd);
}

/** Usage, and USD. */
export interface Billed {
  usage: Usage;
  costUsd: number | null;
}

/**
 * As records and events have it. Where the cost is not known, its priced part is part of what is uncounted.
 *
 * @example
 * billedOf({ ...NO_SPEND, costMicroUsd: 250_000 }) // → { usage: NO_USAGE, costUsd: 0.25 }
 */
export function billedOf(spend: Spend): Billed {
  const usage = usageOf(spend);
  const { uncounted } = usage;
  const priced = spend.costMicroUsd === null ? pricedOf(spend) : 0;
  if (!uncounted || priced === 0) return { usage, costUsd: costUsdOf(spend) };
  const costUsd = usdOf(microOf(uncounted.costUsd ?? 0) + priced);
  return { usage: { ...usage, uncounted: { ...uncounted, costUsd } }, costUsd: null };
}

/** What a call may have taken beyond what its provider counted; null: it counted everything. */
export function uncountedOf({ usage: { uncounted } }: Pick<Billed, "usage">): Amount | null {
  return uncounted ? { costMicroUsd: microOf(uncounted.costUsd ?? 0), tokens: uncounted.tokens } : null;
}

/**
 * What a record was billed, with its cost in micro-dollars.
 *
 * @example
 * spendOf({ usage: NO_USAGE, costUsd: 0.5 }).costMicroUsd // → 500000
 */
export function spendOf(part: Billed): Spend {
  return { ...part.usage, costMicroUsd: part.costUsd === null ? null : microOf(part.costUsd) };
}
