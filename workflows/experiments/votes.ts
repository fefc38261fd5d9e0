/** A cell that is a vote: answers that are given alone, counted by the code. */
import type { CellPlan } from "../../activities/experiments/plan-cells.ts";
import { cellActs } from "./activities.ts";
import { placeOf } from "./asked.ts";
import type { ExperimentRun } from "./run.ts";
import { sharedAnswers } from "./shared-answers.ts";

type VoteCell = Extract<CellPlan, { kind: "vote" }>;

/** Null: it was not bought, or not to the end. */
export async function runVote(run: ExperimentRun, cell: VoteCell): Promise<"done" | "failed" | null> {
  // Plans of older versions do not number the voters.
  const voters = cell.voters.map((voter, i) => ({ ...voter, number: i + 1 }));
  const asked = await sharedAnswers(run, cell, voters);
  if (asked.some(({ outcome }) => outcome === "not bought")) return null;
  const lost = asked.flatMap(({ outcome, spend }, i) =>
    typeof outcome === "object" ? [{ number: i + 1, error: outcome.error, spend }] : [],
  );
  const ended = await cellActs(run, "the outcome of a vote").endCell({
    experiment: run.experiment,
    place: placeOf(cell),
    vote: { votes: cell.voters.length, lost },
  });
  return ended.status;
}
