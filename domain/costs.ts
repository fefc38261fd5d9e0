/** Sums of tokens and money. Money is integer micro-dollars inside, USD outside. */
import type { DebateState, Spend } from "./debate-state.ts";
import type { Usage } from "./schemas/spend.ts";

export const NO_SPEND: Spend = {
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  calls: 0,
  costMicroUsd: 0,
};

/** A sum with an unpriced part has no known cost; what is known of it is kept beside. */
export function addSpend(a: Spend, b: Spend): Spend {
  const isPriced = a.costMicroUsd !== null && b.costMicroUsd !== null;
  const known = pricedOf(a) + pricedOf(b);
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    reasoningTokens: a.reasoningTokens + b.reasoningTokens,
    calls: a.calls + b.calls,
    costMicroUsd: isPriced ? known : null,
    ...(!isPriced && known > 0 && { pricedMicroUsd: known }),
  };
}

/** Integer micro-dollars: what of it is known. */
export function pricedOf(spend: Spend): number {
  return spend.costMicroUsd ?? spend.pricedMicroUsd ?? 0;
}

export function totalSpend(spends: Spend[]): Spend {
  return spends.reduce(addSpend, NO_SPEND);
}

/** All that a debate has spent, judge and earlier generations included. */
export function totalOf(state: DebateState): Spend {
  const summaries = state.context?.spent ?? [];
  return totalSpend([
    state.earlier ?? NO_SPEND,
    benchSpend(state),
    ...state.participants.map((p) => p.spend),
    ...summaries.map(({ spend }) => spend),
  ]);
}

/** The judge's and its panel's. */
export function benchSpend({ judge, panel = [] }: Pick<DebateState, "judge" | "panel">): Spend {
  return totalSpend([judge, ...panel.map(({ spend }) => spend)]);
}

/** What was spent between two sums. */
export function spendSince(now: Spend, before: Spend): Spend {
  return {
    inputTokens: now.inputTokens - before.inputTokens,
    cachedInputTokens: now.cachedInputTokens - before.cachedInputTokens,
    outputTokens: now.outputTokens - before.outputTokens,
    reasoningTokens: now.reasoningTokens - before.reasoningTokens,
    calls: now.calls - before.calls,
    costMicroUsd:
      now.costMicroUsd === null || before.costMicroUsd === null ? null : now.costMicroUsd - before.costMicroUsd,
  };
}

export function usageOf({ costMicroUsd: _cost, pricedMicroUsd: _priced, ...usage }: Spend): Usage {
  return usage;
}

/** USD with six decimals at the most, exactly what the micro-dollars say. */
export function costUsdOf(spend: Pick<Spend, "costMicroUsd">): number | null {
  return spend.costMicroUsd === null ? null : spend.costMicroUsd / 1_000_000;
}

export function spendOf(part: { usage: Usage; costUsd: number | null }): Spend {
  return { ...part.usage, costMicroUsd: part.costUsd === null ? null : Math.round(part.costUsd * 1_000_000) };
}
