/**
 * The activities of an experiment. Not local: local ones would hold the workflow's task open one after the other, and a
 * command would wait until no cell begins or ends.
 */
import { proxyActivities } from "@temporalio/workflow";
import { PRIORITIES, priorityOf } from "../../../workflows/base/messages.workflow-base.ts";
import type { ExperimentActivities } from "../activities/index.ts";
import type { ExperimentRun } from "./run.experiment-workflow.ts";

const RETRIED = { initialInterval: "200 milliseconds", maximumInterval: "10 seconds" } as const;

/** Behind the work of debates. Estimates take time. */
export function cellActs({ input }: ExperimentRun, summary: string) {
  return proxyActivities<Pick<ExperimentActivities, "planCells" | "beginCell" | "endCell">>({
    startToCloseTimeout: "2 minutes",
    retry: RETRIED,
    priority: { ...priorityOf(input), priorityKey: PRIORITIES.cell },
    summary,
  });
}

export function turnActs(summary: string) {
  return proxyActivities<Pick<ExperimentActivities, "askTurn" | "leaveTurn">>({
    startToCloseTimeout: "20 seconds",
    retry: RETRIED,
    summary,
  });
}
