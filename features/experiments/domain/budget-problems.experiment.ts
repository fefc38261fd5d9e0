/** Budgets that cannot be kept are refused with the least that they can be. */

import type { Amount } from "../../../domain/shapes/plan/plan.ts";
import type { Problem } from "../../../domain/shapes/schemas/faults.schema.ts";
import { costUsdOf } from "../../../domain/shapes/state/costs.state.ts";
import type { Most } from "./experiment.ts";

/** Below what is spent and set aside already. */
export function belowSpent(most: Most, committed: Amount): Problem[] {
  return below(most, committed, "so much is spent, or set aside for cells under way");
}

/** Below what any cell needs before it can begin. `needs`: of one cell of each arm. */
export function belowCells(most: Most, needs: Amount[]): Problem[] {
  if (needs.length === 0) return [];
  const least = (unit: keyof Amount) => Math.min(...needs.map((need) => need[unit]));
  const why =
    "so much may the cheapest cell take, with two attempts at each call and replies as long as maxOutputTokens";
  return below(most, { costMicroUsd: least("costMicroUsd"), tokens: least("tokens") }, why);
}

function below({ costMicroUsd, tokens }: Most, least: Amount, why: string): Problem[] {
  const say = (name: string, amount: number | null) => ({
    pointer: `/budget/${name}`,
    detail: `must be at least ${amount}: ${why}`,
  });
  return [
    ...(costMicroUsd !== null && costMicroUsd < least.costMicroUsd ? [say("maxCostUsd", costUsdOf(least))] : []),
    ...(tokens !== null && tokens < least.tokens ? [say("maxTokens", least.tokens)] : []),
  ];
}
