/** Started by a schedule: looks once through all open debates. */
import { proxyActivities, setWorkflowOptions } from "@temporalio/workflow";
import type { Activities } from "../activities/index.ts";
import type { SweepRequest } from "./messages.ts";
import { upgrading } from "./upgrading.ts";

export function sweepWorkflow(input: SweepRequest = {}): Promise<{ seen: number; ended: number; failed: number }> {
  const { sweepOrphans } = proxyActivities<Pick<Activities, "sweepOrphans">>({
    startToCloseTimeout: "1 hour",
    heartbeatTimeout: "1 minute",
    retry: { initialInterval: "1 second", maximumInterval: "1 minute" },
    summary: "debates whose workflow was closed from outside",
  });
  return sweepOrphans(input);
}

setWorkflowOptions(upgrading, sweepWorkflow);
