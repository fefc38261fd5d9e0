/** An experiment's one budget: what is spent, what is set aside for cells under way, and what may still begin. */
import { condition } from "@temporalio/workflow";
import { addSpend, pricedOf } from "../../domain/budget/costs.ts";
import type { Progress } from "../../domain/experiments/experiment.ts";
import type { Amount } from "../../domain/plan/plan.ts";
import type { Spend } from "../../domain/state/state.ts";

interface Most {
  costMicroUsd: number | null;
  tokens: number | null;
}

export class ExperimentBudget {
  /** Set when something did not fit although nothing else was under way. */
  isExhausted = false;
  private most: Most = { costMicroUsd: null, tokens: null };
  private readonly reserved: Amount = { costMicroUsd: 0, tokens: 0 };
  private underWay = 0;
  private readonly progress: () => Progress;

  constructor(progress: () => Progress) {
    this.progress = progress;
  }

  limit(most: Most): void {
    this.most = most;
  }

  /** Waits until the amount fits. False: it will not, or `isOver` became true. */
  async reserve(amount: Amount, isOver: () => boolean): Promise<boolean> {
    for (;;) {
      if (isOver() || this.isExhausted) return false;
      if (this.fits(amount)) {
        this.take(amount, 1);
        return true;
      }
      if (this.underWay === 0) this.isExhausted = true;
      else await condition(() => isOver() || this.isExhausted || this.fits(amount) || this.underWay === 0);
    }
  }

  /** What was spent takes the place of what was set aside. */
  settle(amount: Amount, { spend, unsettled }: { spend: Spend; unsettled?: Amount }): void {
    this.take(amount, -1);
    const progress = this.progress();
    progress.spent = addSpend(progress.spent, spend);
    if (!unsettled) return;
    const before = progress.unsettled;
    progress.unsettled = {
      costMicroUsd: before.costMicroUsd + unsettled.costMicroUsd,
      tokens: before.tokens + unsettled.tokens,
    };
  }

  private take({ costMicroUsd, tokens }: Amount, sign: 1 | -1): void {
    this.reserved.costMicroUsd += sign * costMicroUsd;
    this.reserved.tokens += sign * tokens;
    this.underWay += sign;
  }

  private fits(amount: Amount): boolean {
    const { spent, unsettled } = this.progress();
    const { most, reserved } = this;
    const cost = pricedOf(spent) + unsettled.costMicroUsd + reserved.costMicroUsd + amount.costMicroUsd;
    const tokens = tokensOf(spent) + unsettled.tokens + reserved.tokens + amount.tokens;
    return cost <= (most.costMicroUsd ?? Infinity) && tokens <= (most.tokens ?? Infinity);
  }
}

function tokensOf({ inputTokens, outputTokens }: Spend): number {
  return inputTokens + outputTokens;
}

/** As the budget counts it. */
export function amountOf(spend: Spend): Amount {
  return { costMicroUsd: pricedOf(spend), tokens: tokensOf(spend) };
}
