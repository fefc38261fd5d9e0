/** What packaged workers need besides a connection, as functions or as a service: prebuilt workflows, and a spend log. */
import { queuesInput } from "../workers/settings.worker-process.ts";
import type { BundledInput } from "../workers/worker.worker-process.ts";
import type { Parts } from "./parts.lambda.ts";
import { withSpendLog } from "./spend-log.ts";
import { workflowBundleOf } from "./workflow-bundle.ts";

/** `providers`: those that this process calls. */
export function packagedQueues(parts: Parts, providers: string[]): BundledInput {
  const input = queuesInput(parts, providers);
  const workflowBundle = { codePath: workflowBundleOf(parts) };
  return { ...input, models: withSpendLog(input.models, parts.logger), workflowBundle };
}
