/**
 * An experiment's one budget: what is charged, what is set aside for cells under way, and what still fits. What is charged
 * and set aside together never passes the limit, so nothing that was set aside can be refused later.
 */

import { addAmount, amountOf, NOTHING } from "../../../domain/play/budget/ledger.budget.ts";
import type { Amount } from "../../../domain/shapes/plan/plan.ts";
import { addSpend } from "../../../domain/shapes/state/costs.state.ts";
import type { Spend } from "../../../domain/shapes/state/state.ts";
import type { Most, Progress } from "./experiment.ts";

export interface Charge {
  spend: Spend;
  /** Beyond that: attempts whose end is unknown, in full. */
  unsettled?: Amount;
}

type Books = Pick<Progress, "spent" | "unsettled" | "most">;

export class Purse {
  private reserved: Amount = NOTHING;
  private readonly books: () => Books;

  constructor(books: () => Books) {
    this.books = books;
  }

  /** Nothing that is set aside can come back. */
  get isIdle(): boolean {
    return this.reserved.costMicroUsd === 0 && this.reserved.tokens === 0;
  }

  /** The least that the limit can be: what is charged and set aside. */
  get committed(): Amount {
    const { spent, unsettled } = this.books();
    return addAmount(addAmount(amountOf(spent), unsettled), this.reserved);
  }

  fits(amount: Amount): boolean {
    return isWithin(addAmount(this.committed, amount), this.books().most);
  }

  /** False: it fits under no circumstances. */
  couldFit(amount: Amount): boolean {
    return isWithin(amount, this.books().most);
  }

  /** False: it does not fit, and nothing is set aside. */
  take(amount: Amount): boolean {
    const fits = this.fits(amount);
    if (fits) this.reserved = addAmount(this.reserved, amount);
    return fits;
  }

  release(amount: Amount): void {
    this.reserved = {
      costMicroUsd: this.reserved.costMicroUsd - amount.costMicroUsd,
      tokens: this.reserved.tokens - amount.tokens,
    };
  }

  charge({ spend, unsettled = NOTHING }: Charge): void {
    const books = this.books();
    books.spent = addSpend(books.spent, spend);
    books.unsettled = addAmount(books.unsettled, unsettled);
  }

  /** What was spent takes the place of what was set aside. */
  settle(amount: Amount, charge: Charge): void {
    this.release(amount);
    this.charge(charge);
  }

  /** Sets another amount aside in its place. False: that does not fit, and neither is set aside. */
  exchange(before: Amount, after: Amount): boolean {
    this.release(before);
    return this.take(after);
  }
}

export function isWithin({ costMicroUsd, tokens }: Amount, most: Most): boolean {
  return costMicroUsd <= (most.costMicroUsd ?? Infinity) && tokens <= (most.tokens ?? Infinity);
}
