/** What cells share: their place, and answers that were asked for. */
import type { CellPlan } from "../../activities/experiments/plan-cells.ts";
import type { CellPlace } from "../../domain/experiments/experiment.ts";
import type { Spend } from "../../domain/state/state.ts";

export interface AskedAnswer {
  outcome: "answered" | "not bought" | { error: string };
  spend: Spend;
}

export function placeOf({ arm, item, repetition }: CellPlan): CellPlace {
  return { arm, item, repetition };
}
