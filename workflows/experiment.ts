/**
 * The life of an experiment: its cells item by item, several at once, under one budget. The store has its definition, items
 * and outcomes; here are the order, the budget and the owner's commands. Nothing that has an outcome is bought again.
 */
import {
  allHandlersFinished,
  condition,
  continueAsNew,
  proxyActivities,
  setWorkflowOptions,
} from "@temporalio/workflow";
import type { CellPlan } from "../activities/experiments/plan-cells.ts";
import type { Activities } from "../activities/index.ts";
import { endOf } from "../domain/experiments/experiment.ts";
import { listenToOwner } from "./experiments/commands.ts";
import { runDebate } from "./experiments/debates.ts";
import { ExperimentRun } from "./experiments/run.ts";
import { runVote } from "./experiments/votes.ts";
import { tooLong } from "./history.ts";
import type { ExperimentCarry, ExperimentInput } from "./messages.ts";
import { storeActs } from "./steps/activity-proxies.ts";
import { upgrading } from "./upgrading.ts";

/** Cells that are looked up at a time. */
const PAGE = 20;

export async function experimentWorkflow(input: ExperimentInput): Promise<void> {
  const run = new ExperimentRun(input, input.carried ?? (await beginning(input)));
  listenToOwner(run);
  // A stop may have come before the run that continues it.
  while (!run.isStopped) {
    const page = await lookUp(run);
    for (const cell of page.cells) {
      await condition(() => run.active < page.concurrency || run.isStopped);
      if (!(await run.mayBegin())) break;
      begin(run, cell);
    }
    run.next = page.next ?? 0;
    const isOver = page.next === null || run.isStopped || run.budget.isExhausted;
    if (!isOver && !tooLong(input)) continue;
    await drained(run);
    if (run.isStopped || (isOver && !run.again)) break;
    if (isOver) countAgain(run);
    if (tooLong(input)) await continueAsNew<typeof experimentWorkflow>(run.carry());
  }
  await end(run);
}

// Debates of one experiment may take days, so older workers do not wait for it.
setWorkflowOptions(upgrading, experimentWorkflow);

async function beginning({ tenant, experimentId }: ExperimentInput): Promise<ExperimentCarry> {
  const experiment = { tenant, experimentId };
  const progress = await storeActs("progress of the experiment").readProgress({ experiment });
  return { progress, next: 0, again: false };
}

/** Estimates take time, so this is no local activity. */
async function lookUp(run: ExperimentRun) {
  const { planCells } = proxyActivities<Pick<Activities, "planCells">>({
    startToCloseTimeout: "2 minutes",
    retry: { initialInterval: "200 milliseconds", maximumInterval: "10 seconds" },
    summary: `cells from ${run.next}`,
  });
  return planCells({ experiment: run.experiment, from: run.next, limit: PAGE });
}

/** The cell runs beside the others. A bug in it fails the workflow's task, not the cell. */
function begin(run: ExperimentRun, cell: CellPlan): void {
  run.active += 1;
  run.work.push(runCell(run, cell));
}

async function runCell(run: ExperimentRun, cell: CellPlan): Promise<void> {
  const status = await (cell.kind === "vote" ? runVote(run, cell) : runDebate(run, cell));
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
}

async function end(run: ExperimentRun): Promise<void> {
  await drained(run);
  const { experiment } = run;
  // From here on no arms can be added.
  if (!run.isStopped) run.progress = { ...run.progress, status: endOf(run.progress) };
  if (run.progress.status === "failed")
    run.progress.why = await storeActs("why cells failed").whyFailed({ experiment });
  await run.save();
  await condition(allHandlersFinished);
}
