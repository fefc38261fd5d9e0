/** What cells share: their place, and answers that were asked for. */

import type { Spend } from "../../../domain/shapes/state/state.ts";
import type { LostAnswer } from "../activities/end-cell.ts";
import type { CellPlan } from "../activities/plan-cells.ts";
import type { CellPlace } from "../domain/experiment.ts";
import type { Voter } from "../domain/share.experiment.ts";

export interface AskedAnswer {
  outcome: "answered" | "not bought" | { error: string };
  spend: Spend;
}

export function placeOf({ arm, item, repetition }: CellPlan): CellPlace {
  return { arm, item, repetition };
}

/** Answers that could not be had. */
export function lostIn(asked: AskedAnswer[], voters: Voter[]): LostAnswer[] {
  return asked.flatMap(({ outcome, spend }, i) =>
    typeof outcome === "object" ? [{ number: voters[i]?.number ?? i + 1, error: outcome.error, spend }] : [],
  );
}
