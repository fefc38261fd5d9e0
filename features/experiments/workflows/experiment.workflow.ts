/**
 * The life of an experiment: its cells item by item, several at once, under one budget. The store has its definition, items
 * and outcomes; here are the order, the budget and the owner's commands. Nothing that has an outcome is bought again.
 */

import { allHandlersFinished, condition, continueAsNew, setWorkflowOptions } from "@temporalio/workflow";
import { tooLong } from "../../../workflows/base/history.ts";
import { storeActs } from "../../../workflows/steps/activity-proxies.ts";
import { faultOf } from "../../../workflows/steps/faults.step.ts";
import { upgrading } from "../../../workflows/upgrading.ts";
import type { ExperimentActivities } from "../activities/index.ts";
import type { CellPlan } from "../activities/plan-cells.ts";
import { endOf } from "../domain/experiment.ts";
import { cellActs } from "./activities.ts";
import { listenToOwner } from "./commands.experiment-workflow.ts";
import { runDebate } from "./debates.experiment-workflow.ts";
import type { ExperimentInput } from "./messages.experiment.ts";
import { keepPlace, leftPlace, listenForTurn } from "./place.experiment-workflow.ts";
import { ExperimentRun } from "./run.experiment-workflow.ts";
import { runVote } from "./votes.experiment-workflow.ts";

/** Cells that are looked up at a time. */
const PAGE = 20;

export async function experimentWorkflow(input: ExperimentInput): Promise<void> {
  const run = new ExperimentRun(input);
  listenToOwner(run);
  listenForTurn(run);
  await run.open();
  keepPlace(run);
  do await buy(run);
  while (await goesOn(run));
}

// Debates of one experiment may take days, so older workers do not wait for it.
setWorkflowOptions(upgrading, experimentWorkflow);

/** Returns when every cell has an outcome, or when no more may begin. Nothing is under way then. */
async function buy(run: ExperimentRun): Promise<void> {
  for (;;) {
    await condition(() => run.isRunning || run.isOver || tooLong(run.input));
    const isCounted = run.isRunning && (await buyPage(run));
    if (!isCounted && !run.isOver && !tooLong(run.input)) continue;
    await drained(run);
    // A stop may have come before the run that continues it.
    if (run.isOver || (isCounted && !run.again)) return;
    if (isCounted) countAgain(run);
    if (tooLong(run.input)) await continueAsNew<typeof experimentWorkflow>(run.carry());
  }
}

/** True: there are no more cells, or the budget is exhausted. */
async function buyPage(run: ExperimentRun): Promise<boolean> {
  const page = await lookUp(run).catch((error: unknown) => planless(run, error));
  if (!page) return true;
  for (const cell of page.cells) {
    await condition(() => run.active < Math.min(page.concurrency, run.cells) || run.isOver);
    if (!(await run.mayBegin())) break;
    begin(run, cell);
  }
  run.next = page.next ?? 0;
  return page.next === null || run.budget.isExhausted;
}

async function lookUp(run: ExperimentRun) {
  run.hasCounted = true;
  const { experiment, next: from } = run;
  return cellActs(run, `cells from ${from}`).planCells({ experiment, from, limit: PAGE });
}

/** Nobody can say what comes next: what is under way ends, and the rest is not bought. */
function planless(run: ExperimentRun, error: unknown): null {
  faultOf(error);
  run.progress = { ...run.progress, status: "stopped" };
  return null;
}

/** The cell runs beside the others. A bug of the workflow fails its task, and one of an activity the cell. */
function begin(run: ExperimentRun, cell: CellPlan): void {
  run.active += 1;
  run.work.push(runCell(run, cell));
}

async function runCell(run: ExperimentRun, cell: CellPlan): Promise<void> {
  const work = cell.kind === "vote" ? runVote(run, cell) : runDebate(run, cell);
  const status = await work.catch((error: unknown) => {
    faultOf(error);
    return "failed" as const;
  });
  if (status) await run.ended(status);
  run.active -= 1;
}

async function drained(run: ExperimentRun): Promise<void> {
  await Promise.all(run.work.splice(0));
  await condition(allHandlersFinished);
}

/** Arms were added meanwhile: cells with an outcome are passed over. */
function countAgain(run: ExperimentRun): void {
  run.again = false;
  run.next = 0;
  run.budget.reopen();
  run.progress = { ...run.progress, why: null };
}

/** Ends the experiment. True: arms were added before its workflow has ended, so it goes on. */
async function goesOn(run: ExperimentRun): Promise<boolean> {
  if (!run.isOver) run.progress = { ...run.progress, status: endOf(run.progress) };
  if (run.progress.status === "failed") {
    const why = await storeActs<ExperimentActivities>("why cells failed").whyFailed({ experiment: run.experiment });
    run.progress = { ...run.progress, why };
  }
  await run.save();
  await leftPlace(run);
  await condition(allHandlersFinished);
  if (run.isOver) return false;
  countAgain(run);
  return true;
}
