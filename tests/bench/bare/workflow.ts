/** The yardstick: a workflow that makes the same model calls as plain activities, and nothing else. */
import { proxyActivities, workflowInfo } from "@temporalio/workflow";

export async function bareWorkflow({ calls }: { calls: number }): Promise<number> {
  const { callModel } = proxyActivities<{ callModel(n: number): Promise<string> }>({
    taskQueue: `${workflowInfo().taskQueue}-llm-openai`,
    startToCloseTimeout: "30 seconds",
    heartbeatTimeout: "10 seconds",
  });
  let characters = 0;
  for (let n = 0; n < calls; n++) characters += (await callModel(n)).length;
  return characters;
}
