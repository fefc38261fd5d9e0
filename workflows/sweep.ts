/** Started by a schedule: looks once through all open debates, and through those that ended a while ago. */
import { proxyActivities, setWorkflowOptions } from "@temporalio/workflow";
import type { Activities } from "../activities/index.ts";
import type { SweepRequest } from "./messages.ts";
import { upgrading } from "./upgrading.ts";

const acts = (summary: string) =>
  proxyActivities<Pick<Activities, "sweepOrphans" | "sweepDeltas">>({
    startToCloseTimeout: "1 hour",
    heartbeatTimeout: "1 minute",
    retry: { initialInterval: "1 second", maximumInterval: "1 minute" },
    summary,
  });

export async function sweepWorkflow({ deltasKeptMs, ...input }: SweepRequest = {}) {
  const orphans = await acts("debates whose workflow was closed from outside").sweepOrphans(input);
  const kept = deltasKeptMs === undefined ? {} : { keptMs: deltasKeptMs };
  const deltas = await acts("text deltas of debates that are over").sweepDeltas(kept);
  return { ...orphans, deltas };
}

setWorkflowOptions(upgrading, sweepWorkflow);
