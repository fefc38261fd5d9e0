import type { Amount } from "../../shapes/plan/plan.ts";
import { sumOf, times } from "./ledger.budget.ts";

/** A call's size, as far as it is known. */
export interface Sized {
  maxOutput: number;
  /** Worst case of one attempt, with `more` tokens of turns still to come before it. */
  worst: (more: number[]) => Amount;
}

/**
 * Worst case of a step's calls, one attempt each, and the ring-fence for the conclusion: all its calls, with so many
 * `attempts` each, over the longest transcript that the step and earlier concluding steps can produce.
 */
export function quoteStep(step: Sized[], ending: Sized[][], attempts: number): { worst: Amount[]; ringFence: Amount } {
  const outputs = (calls: Sized[]) => calls.map(({ maxOutput }) => maxOutput);
  const kept = ending.flatMap((calls, i) => {
    const said = [step, ...ending.slice(0, i)].flatMap(outputs);
    return calls.map((call) => times(attempts, call.worst(said)));
  });
  return { worst: step.map((call) => call.worst([])), ringFence: sumOf(kept) };
}
