import type { ConnectionLike } from "@temporalio/client";
import { queueState } from "../workers/queue-states.ts";

/** Logs one line for each queue, from which the stack counts those where work waits and nobody polls. */
export async function logQueues(
  connection: Pick<ConnectionLike, "workflowService">,
  input: {
    namespace: string;
    taskQueues: string[];
    logger: { info(fields: object, message: string): void };
  },
): Promise<void> {
  const { namespace, taskQueues, logger } = input;
  const states = await Promise.all(taskQueues.map((taskQueue) => queueState(connection, { namespace, taskQueue })));
  for (const state of states) logger.info(state, "task queue");
}
