import { costUsdOf } from "../costs.ts";
import type { Amount, BudgetLimits } from "../plan.ts";
import type { Problem } from "../schemas/faults.ts";

/** What keeps limits from holding in a debate that has begun: below what is charged and set aside already. */
export function limitProblems({ maxMicroUsd, maxTokens }: BudgetLimits, floor: Amount): Problem[] {
  const problems: Problem[] = [];
  if (maxMicroUsd !== undefined && maxMicroUsd < floor.costMicroUsd)
    problems.push(below("maxCostUsd", costUsdOf(floor)));
  if (maxTokens !== undefined && maxTokens < floor.tokens) problems.push(below("maxTokens", floor.tokens));
  return problems;
}

function below(name: string, least: number | null): Problem {
  const detail = `must be at least ${least}: so much is spent, or set aside for calls in flight and for the conclusion`;
  return { pointer: `/limits/${name}`, detail };
}
