/** A schedule starts it. It sweeps open debates without a workflow, expired items, and parts of files. */
import { proxyActivities, setWorkflowOptions } from "@temporalio/workflow";
import type { Activities } from "../activities/index.ts";
import type { SweepRequest } from "./base/messages.workflow-base.ts";
import { upgrading } from "./upgrading.ts";

const acts = (summary: string) =>
  proxyActivities<Pick<Activities, "sweepOrphans" | "sweepExpired" | "sweepFiles">>({
    startToCloseTimeout: "1 hour",
    heartbeatTimeout: "1 minute",
    retry: { initialInterval: "1 second", maximumInterval: "1 minute" },
    summary,
  });

export async function sweepWorkflow(input: SweepRequest = {}) {
  const failed: unknown[] = [];
  /** A sweep that fails for good does not keep the others from their work. The workflow fails with it at the end. */
  const swept = <T>(work: Promise<T>) => work.catch((error: unknown) => void failed.push(error));
  const orphans = await swept(acts("debates whose workflow was closed from outside").sweepOrphans(input));
  const expired = await swept(acts("items whose time to live is over").sweepExpired());
  const files = await swept(acts("parts of files that were not put or removed to the end").sweepFiles());
  for (const error of failed) throw error;
  return { ...orphans, expired, files };
}

setWorkflowOptions(upgrading, sweepWorkflow);
