/** Hand-made cells of experiments. */

import { NO_SPEND } from "../../../domain/shapes/state/costs.state.ts";
import type { Cell } from "../../../features/experiments/domain/experiment.ts";

export function cellOf(changes: Partial<Cell>): Cell {
  return {
    arm: 0,
    item: 0,
    repetition: 1,
    status: "done",
    debateId: null,
    answer: "yes",
    expected: "yes",
    correct: true,
    rounds: [],
    spend: { ...NO_SPEND, calls: 1, inputTokens: 80, outputTokens: 20, costMicroUsd: 1_000 },
    error: null,
    ...changes,
  };
}

/** An arm's cells, one for each item: `.` right, `x` wrong. */
export function armCells(arm: number, outcomes: string): Cell[] {
  return outcomes.split("").map((outcome, item) => {
    const correct = outcome === ".";
    return cellOf({ arm, item, correct, answer: correct ? "yes" : "no" });
  });
}
