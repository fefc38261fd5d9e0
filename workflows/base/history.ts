import { workflowInfo } from "@temporalio/workflow";

/** The history is so long that the workflow should continue in a new run. */
export function tooLong({ continueAfterEvents }: { continueAfterEvents: number }): boolean {
  const { continueAsNewSuggested, historyLength } = workflowInfo();
  return continueAsNewSuggested || historyLength > continueAfterEvents;
}
