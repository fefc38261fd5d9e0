/** Sums tokens and money. Money is integer micro-dollars internally, USD externally. */

import type { Usage } from "../schemas/spend.ts";
import type { DebateState, Spend } from "../state/state.ts";

export const NO_USAGE: Usage = usageBy(() => 0);
export const NO_SPEND: Spend = { ...NO_USAGE, costMicroUsd: 0 };

function usageBy(of: (count: keyof Usage) => number): Usage {
  return {
    inputTokens: of("inputTokens"),
    cachedInputTokens: of("cachedInputTokens"),
    outputTokens: of("outputTokens"),
    reasoningTokens: of("reasoningTokens"),
    calls: of("calls"),
  };
}

/** A sum with an unpriced part has no known cost; its known part is kept. */
export function addSpend(a: Spend, b: Spend): Spend {
  const isPriced = a.costMicroUsd !== null && b.costMicroUsd !== null;
  const known = pricedOf(a) + pricedOf(b);
  return {
    ...usageBy((count) => a[count] + b[count]),
    costMicroUsd: isPriced ? known : null,
    ...(!isPriced && known > 0 && { pricedMicroUsd: known }),
  };
}

/** The known part, in micro-dollars. */
export function pricedOf(spend: Spend): number {
  return spend.costMicroUsd ?? spend.pricedMicroUsd ?? 0;
}

export function totalSpend(spends: Spend[]): Spend {
  return spends.reduce(addSpend, NO_SPEND);
}

/** Total spending of a debate, including judge and earlier generations. */
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

export function usageOf({ costMicroUsd: _cost, pricedMicroUsd: _priced, ...usage }: Spend): Usage {
  return usage;
}

/** Of the input tokens, the share that providers had cached, by their own count: three decimals. null: no input yet. */
export function cachedShareOf({ inputTokens, cachedInputTokens }: Usage): number | null {
  return inputTokens === 0 ? null : Number((cachedInputTokens / inputTokens).toFixed(3));
}

/** Exact: at most six decimals. */
export function costUsdOf(spend: Pick<Spend, "costMicroUsd">): number | null {
  return spend.costMicroUsd === null ? null : spend.costMicroUsd / 1_000_000;
}

/** Usage, and USD. */
export interface Billed {
  usage: Usage;
  costUsd: number | null;
}

/** As records and events have it. */
export function billedOf(spend: Spend): Billed {
  return { usage: usageOf(spend), costUsd: costUsdOf(spend) };
}

export function spendOf(part: Billed): Spend {
  return { ...part.usage, costMicroUsd: part.costUsd === null ? null : Math.round(part.costUsd * 1_000_000) };
}
