/** Who polls a task queue, and how much waits in it, as Temporal counts. */
import type { ConnectionLike } from "@temporalio/client";
import proto from "@temporalio/proto";

const { TaskQueueType } = proto.temporal.api.enums.v1;

/** Activities wait in every queue of ours, workflow tasks in one of them. */
const TYPES = [TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW, TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY];

export interface QueueState {
  taskQueue: string;
  /** Workers that asked for work within the last five minutes. */
  pollers: number;
  /** Tasks that nobody has taken, approximately. */
  backlog: number;
}

/** Versions of workers count together. Rejects when Temporal does not answer. */
export async function queueState(
  { workflowService }: Pick<ConnectionLike, "workflowService">,
  { namespace, taskQueue }: { namespace: string; taskQueue: string },
): Promise<QueueState> {
  const described = await Promise.all(
    TYPES.map((taskQueueType) =>
      workflowService.describeTaskQueue({
        namespace,
        taskQueue: { name: taskQueue },
        taskQueueType,
        reportStats: true,
      }),
    ),
  );
  return {
    taskQueue,
    pollers: described.reduce((sum, { pollers }) => sum + (pollers?.length ?? 0), 0),
    backlog: described.reduce((sum, { stats }) => sum + Number(stats?.approximateBacklogCount ?? 0), 0),
  };
}

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
