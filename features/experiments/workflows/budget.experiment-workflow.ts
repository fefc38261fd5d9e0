/** Lets cells wait for their share of the experiment's budget. A cell that waits holds nothing, so no two wait for each other. */
import { condition } from "@temporalio/workflow";
import type { Amount } from "../../../domain/shapes/plan/plan.ts";
import type { CellPlace, Progress } from "../domain/experiment.ts";
import { Purse } from "../domain/purse.ts";

export class ExperimentBudget extends Purse {
  /** A cell did not fit although nothing else was under way: no further one begins. */
  isExhausted = false;
  private readonly progress: () => Progress;

  constructor(progress: () => Progress) {
    super(progress);
    this.progress = progress;
  }

  /**
   * Waits until the cell's share fits, and sets it aside. False: it never will, which is recorded, or `isOver` became true.
   * `need` is asked again meanwhile, since other cells may buy what this one needs too.
   */
  async reserve(place: CellPlace, need: () => Amount, isOver: () => boolean): Promise<boolean> {
    const isDecided = () => isOver() || this.isExhausted || this.isIdle || !this.couldFit(need()) || this.fits(need());
    for (;;) {
      await condition(isDecided);
      if (isOver() || this.isExhausted) return false;
      const amount = need();
      if (this.take(amount)) return true;
      const isTooLarge = !this.couldFit(amount);
      // Another cell that waited was faster.
      if (!isTooLarge && !this.isIdle) continue;
      this.progress().leftOut ??= { place, needs: amount, committed: this.committed };
      // A cell that is too large for the whole budget keeps no other from beginning.
      this.isExhausted = !isTooLarge;
      return false;
    }
  }

  /** Cells are counted anew, perhaps under another budget. */
  reopen(): void {
    this.isExhausted = false;
    this.progress().leftOut = null;
  }
}
