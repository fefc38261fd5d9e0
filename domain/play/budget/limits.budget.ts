import type { Amount, BudgetLimits } from "../../shapes/plan/plan.ts";
import type { Problem } from "../../shapes/schemas/faults.schema.ts";
import { costUsdOf } from "../../shapes/state/costs.state.ts";

/** Limits below what is already charged and reserved are rejected. */
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
