/** A cell that is a vote: answers that are given alone, counted by the code. */
import type { CellPlan } from "../activities/plan-cells.ts";
import { cellActs } from "./activities.ts";
import { lostIn, placeOf } from "./asked.experiment-workflow.ts";
import type { ExperimentRun } from "./run.experiment-workflow.ts";
import { buyAnswers } from "./shared-answers.experiment-workflow.ts";

type VoteCell = Extract<CellPlan, { kind: "vote" }>;

/** Null: it was not bought, or not to the end. */
export async function runVote(run: ExperimentRun, cell: VoteCell): Promise<"done" | "failed" | null> {
  const { voters } = cell;
  const asked = await buyAnswers(run, { cell, voters });
  if (!asked) return null;
  const ended = await cellActs(run, "the outcome of a vote").endCell({
    experiment: run.experiment,
    place: placeOf(cell),
    vote: { votes: voters.length, lost: lostIn(asked, voters) },
  });
  return ended.status;
}
