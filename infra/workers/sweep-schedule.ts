/** The sweep schedule: one per service, created or updated at every start. */
import { Client, type ConnectionLike, ScheduleAlreadyRunning, ScheduleOverlapPolicy } from "@temporalio/client";
import { TASK_QUEUE } from "../../workflows/base/messages.workflow-base.ts";
import { dataConverterOf } from "../codec/data-converter.ts";
import type { Parts } from "../parts/parts.wiring.ts";

const SWEEP_SCHEDULE = "parley-sweep";

/** The configured schedule of this process's namespace. */
export async function ensureSweepOf({ config, codec }: Parts, connection: ConnectionLike): Promise<void> {
  const { temporal, sweepIntervalSeconds: intervalSeconds } = config;
  const client = new Client({ connection, namespace: temporal.namespace, ...dataConverterOf(codec) });
  await ensureSweep(client, { intervalSeconds });
}

export async function ensureSweep(
  { schedule }: Pick<Client, "schedule">,
  options: { intervalSeconds: number; taskQueue?: string; scheduleId?: string },
): Promise<void> {
  const { intervalSeconds, taskQueue = TASK_QUEUE, scheduleId = SWEEP_SCHEDULE } = options;
  const sweep = {
    spec: { intervals: [{ every: intervalSeconds * 1000 }] },
    action: {
      type: "startWorkflow" as const,
      workflowType: "sweepWorkflow",
      taskQueue,
      workflowId: scheduleId,
      args: [{}],
    },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: "1 minute" as const },
  };
  try {
    await schedule.create({ scheduleId, ...sweep });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await schedule.getHandle(scheduleId).update(({ state }) => ({ ...sweep, state }));
  }
}
