/** A schedule starts it. It sweeps open debates without a workflow, old text deltas, expired items, and parts of files. */
import { patched, proxyActivities, setWorkflowOptions } from "@temporalio/workflow";
import type { Activities } from "../activities/index.ts";
import type { SweepRequest } from "./messages.ts";
import { upgrading } from "./upgrading.ts";

const acts = (summary: string) =>
  proxyActivities<Pick<Activities, "sweepOrphans" | "sweepDeltas" | "sweepExpired" | "sweepFiles">>({
    startToCloseTimeout: "1 hour",
    heartbeatTimeout: "1 minute",
    retry: { initialInterval: "1 second", maximumInterval: "1 minute" },
    summary,
  });

export async function sweepWorkflow({ deltasKeptMs, ...input }: SweepRequest = {}) {
  const orphans = await acts("debates whose workflow was closed from outside").sweepOrphans(input);
  const kept = deltasKeptMs === undefined ? {} : { keptMs: deltasKeptMs };
  const deltas = await acts("text deltas of debates that are over").sweepDeltas(kept);
  // A sweep that began on an earlier version ends like that version.
  if (!patched("sweep-expired")) return { ...orphans, deltas };
  const expired = await acts("items whose time to live is over").sweepExpired();
  if (!patched("sweep-files")) return { ...orphans, deltas, expired };
  const files = await acts("parts of files that were not put or removed to the end").sweepFiles();
  return { ...orphans, deltas, expired, files };
}

setWorkflowOptions(upgrading, sweepWorkflow);
