/**
 * One run of a schedule: it creates a debate, which is its child, and waits for its end. So Temporal's overlap policy counts
 * the debate. A debate that waits for its owner holds up no later run.
 */

import {
  ApplicationFailure,
  CancellationScope,
  CancelledFailure,
  condition,
  getExternalWorkflowHandle,
  setHandler,
  setWorkflowOptions,
  workflowInfo,
} from "@temporalio/workflow";
import { startDebate } from "../../../workflows/base/child-debate.workflow-base.ts";
import { COMMAND_SIGNALS, debateWaitsSignal } from "../../../workflows/base/messages.workflow-base.ts";
import { storeActs } from "../../../workflows/steps/activity-proxies.ts";
import { upgrading } from "../../../workflows/upgrading.ts";
import type { ScheduleActivities } from "../activities/index.ts";
import { SCHEDULED_START, type ScheduledInput } from "./messages.schedule.ts";

/** A debate that is just starting may miss a command, so it is repeated. Milliseconds. */
const REPEAT_MS = 2_000;

/** What has become of the debate that the run has begun, and of the run. */
interface Begun {
  isOver: boolean;
  waitsForOwner: boolean;
  isCancelled: boolean;
}

export async function scheduledDebateWorkflow(input: ScheduledInput): Promise<{ debateId: string }> {
  const begun: Begun = { isOver: false, waitsForOwner: false, isCancelled: false };
  setHandler(debateWaitsSignal, () => void (begun.waitsForOwner = true), {
    description: "Internal: the debate needs its owner, so the schedule's run ends without it.",
  });
  CancellationScope.current().cancelRequested.catch(() => void (begun.isCancelled = true));
  return CancellationScope.nonCancellable(async () => {
    const debateId = await begin(input, begun);
    await condition(() => begun.isOver || begun.waitsForOwner || begun.isCancelled);
    if (!begun.isCancelled) return { debateId };
    await stop(debateId, begun);
    throw new CancelledFailure("the schedule's next run takes its place");
  });
}

async function begin(input: ScheduledInput, begun: Begun): Promise<string> {
  const { schedule, durations, continueAfterEvents, publicUrl } = input;
  const { workflowId, runId, startTime, typedSearchAttributes } = workflowInfo();
  const startedAt = startTime.toISOString();
  const scheduledFor = typedSearchAttributes.get(SCHEDULED_START)?.toISOString() ?? startedAt;
  const run = { workflowId, runId, scheduledFor, startedAt };
  const { plan, queued } = await storeActs<ScheduleActivities>("the schedule's debate").beginRun({
    schedule,
    durations,
    continueAfterEvents,
    run,
  });
  if (!plan) throw ApplicationFailure.nonRetryable("there is no debate: the schedule's run says why", "not-created");
  const child = await startDebate(plan, { ...(queued && { queued }), ...(publicUrl && { publicUrl }) });
  const over = () => void (begun.isOver = true);
  // Null: this run was reset, and its debate goes on by itself.
  void (child ? child.result().then(over, over) : over());
  return plan.debateId;
}

/** Until the debate has ended as cancelled. */
async function stop(debateId: string, begun: Begun): Promise<void> {
  const reason = "the schedule's next run takes its place";
  while (!begun.isOver) {
    await getExternalWorkflowHandle(debateId)
      .signal(COMMAND_SIGNALS.stop, { mode: "abandon", reason })
      .catch(() => {});
    await condition(() => begun.isOver, REPEAT_MS, { summary: "until the debate has stopped" });
  }
}

setWorkflowOptions(upgrading, scheduledDebateWorkflow);
