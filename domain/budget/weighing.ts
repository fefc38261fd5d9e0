import type { Amount } from "../plan.ts";
import { ATTEMPTS, sumOf, times } from "./ledger.ts";

/** A call as far as its size is known. */
export interface Sized {
  /** Tokens. */
  maxOutput: number;
  /** One attempt at the most, when its prompt holds so many tokens `more`, by what is to come before it. */
  worst: (more: number[]) => Amount;
}

/**
 * What a step's calls may take, one attempt each, and what is to be kept for the conclusion: all its calls, each twice,
 * over the longest transcript that the step, and the steps of the conclusion before theirs, can leave.
 */
export function weighed(step: Sized[], ending: Sized[][]): { worst: Amount[]; ringFence: Amount } {
  const outputs = (calls: Sized[]) => calls.map(({ maxOutput }) => maxOutput);
  const kept = ending.flatMap((calls, i) => {
    const said = [step, ...ending.slice(0, i)].flatMap(outputs);
    return calls.map((call) => times(ATTEMPTS, call.worst(said)));
  });
  return { worst: step.map((call) => call.worst([])), ringFence: sumOf(kept) };
}
