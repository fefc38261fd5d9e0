/** The debate's side of its webhook's workflow (features/webhooks): starts it, and wakes it when a wait is over. */
import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";
import { CancellationScope, getExternalWorkflowHandle, setHandler, startChild } from "@temporalio/workflow";
import { debateDetails } from "../../domain/show/page-details.ts";
import { type WebhookInput, wakeSignal, webhookSetSignal, webhookWorkflowId } from "../base/messages.workflow-base.ts";
import type { DebateRun } from "../base/run.workflow-base.ts";

export function listenForWebhook(run: DebateRun): void {
  setHandler(
    webhookSetSignal,
    async () => {
      run.hasWebhook = true;
      await beginWebhook(run);
    },
    { description: "Internal: the API has stored a webhook for the debate." },
  );
}

/** It outlives the debate. If it runs already, it goes on. */
export async function beginWebhook(run: DebateRun): Promise<void> {
  const { tenant, debateId, durations, continueAfterEvents } = run.plan;
  const { heartbeat, heartbeatTimeout } = durations;
  try {
    await CancellationScope.nonCancellable(() =>
      startChild<(input: WebhookInput) => Promise<void>>("webhookWorkflow", {
        workflowId: webhookWorkflowId(debateId),
        args: [{ tenant, debateId, durations: { heartbeat, heartbeatTimeout }, continueAfterEvents }],
        parentClosePolicy: "ABANDON",
        staticSummary: `webhook of ${debateId}`,
        staticDetails: debateDetails("It delivers the events of a debate to its webhook.", debateId, run.publicUrl),
      }),
    );
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    await wakeWebhook(run);
  }
}

/** Does nothing when it has ended. */
export async function wakeWebhook(run: DebateRun): Promise<void> {
  if (!run.hasWebhook) return;
  const webhook = getExternalWorkflowHandle(webhookWorkflowId(run.plan.debateId));
  await CancellationScope.nonCancellable(() => webhook.signal(wakeSignal)).catch(() => {});
}
