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
 * over the longest transcript that the step and the conclusion's own calls before the last can leave.
 */
export function weighed(step: Sized[], ending: Sized[]): { worst: Amount[]; ringFence: Amount } {
  const said = [...step, ...ending.slice(0, -1)].map(({ maxOutput }) => maxOutput);
  return {
    worst: step.map((call) => call.worst([])),
    ringFence: sumOf(ending.map((call) => times(ATTEMPTS, call.worst(said)))),
  };
}
