/** The schedule that sweeps: one for the whole service, made or brought up to date at every start. */
import { type Client, ScheduleAlreadyRunning, ScheduleOverlapPolicy } from "@temporalio/client";
import { type SweepRequest, TASK_QUEUE } from "../workflows/messages.ts";

const SWEEP_SCHEDULE = "parley-sweep";

export async function ensureSweep(
  { schedule }: Pick<Client, "schedule">,
  options: { intervalSeconds: number; deltasKeptSeconds?: number; taskQueue?: string; scheduleId?: string },
): Promise<void> {
  const { intervalSeconds, deltasKeptSeconds, taskQueue = TASK_QUEUE, scheduleId = SWEEP_SCHEDULE } = options;
  const request: SweepRequest = deltasKeptSeconds === undefined ? {} : { deltasKeptMs: deltasKeptSeconds * 1000 };
  const sweep = {
    spec: { intervals: [{ every: intervalSeconds * 1000 }] },
    action: {
      type: "startWorkflow" as const,
      workflowType: "sweepWorkflow",
      taskQueue,
      workflowId: scheduleId,
      args: [request],
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
