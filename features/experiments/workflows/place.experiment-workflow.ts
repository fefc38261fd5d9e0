/** An experiment's place among those of its tenant that run. It leaves it when it is paused, and when it is over. */
import { condition, isCancellation, setHandler } from "@temporalio/workflow";
import { calledSignal } from "../../../workflows/base/messages.workflow-base.ts";
import { turnActs } from "./activities.ts";
import type { ExperimentRun } from "./run.experiment-workflow.ts";

/** Milliseconds between questions that nobody called for; doubles. A call can be lost. */
const ASK_MS = { first: 2_000, longest: 120_000 };

export function listenForTurn(run: ExperimentRun): void {
  setHandler(calledSignal, () => void (run.isCalled = true), {
    description: "Internal: the experiment's turn among those of its tenant may have come.",
  });
}

/** Beside the cells, as long as the workflow runs: nobody else asks or leaves. */
export function keepPlace(run: ExperimentRun): void {
  keep(run).catch((error: unknown) => {
    if (!isCancellation(error)) throw error;
  });
}

async function keep(run: ExperimentRun): Promise<never> {
  for (;;) {
    await condition(() => run.isQueued || mustLeave(run));
    if (run.isQueued) await awaitTurn(run);
    else await leave(run);
  }
}

/** A stopped one keeps its place until its debates have ended. */
function mustLeave(run: ExperimentRun): boolean {
  return run.holdsPlace && (run.isPaused || (run.isOver && run.active === 0));
}

async function awaitTurn(run: ExperimentRun): Promise<void> {
  for (let wait = ASK_MS.first; run.isQueued; wait = Math.min(ASK_MS.longest, wait * 2)) {
    run.isCalled = false;
    run.holdsPlace = true;
    const { position, cells } = await turnActs("whether it may run").askTurn({ experiment: run.experiment });
    run.cells = cells;
    if (position === null) return run.begins();
    run.hasAsked = true;
    await condition(() => run.isCalled || !run.isQueued, wait, { summary: `place ${position} in line` });
  }
}

async function leave(run: ExperimentRun): Promise<void> {
  await turnActs("its place").leaveTurn({ experiment: run.experiment });
  run.holdsPlace = false;
}

/** Resolves when the place of an experiment that is over is free, or when it goes on. */
export async function leftPlace(run: ExperimentRun): Promise<void> {
  await condition(() => !run.holdsPlace || !run.isOver);
}
