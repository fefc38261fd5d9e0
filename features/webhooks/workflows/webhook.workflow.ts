/**
 * Delivers a debate's events to its webhook, beside the debate and for as long as deliveries take. While the debate waits
 * for its owner, no activity runs here: the debate's workflow sends `wake`. After an hour this workflow looks anyway.
 */
import {
  ActivityCancellationType,
  condition,
  continueAsNew,
  proxyActivities,
  setHandler,
  setWorkflowOptions,
} from "@temporalio/workflow";
import { tooLong } from "../../../workflows/base/history.ts";
import { type WebhookInput, wakeSignal } from "../../../workflows/base/messages.workflow-base.ts";
import { upgrading } from "../../../workflows/upgrading.ts";
import type { WebhookActivities } from "../activities/index.ts";
import { type RedeliveryInput } from "./messages.webhook.ts";

/** How long one activity follows the log. */
const FOLLOW_MS = 600_000;
/** Time for one delivery, and for the page of events before it. */
const MARGIN_MS = 1_800_000;
const FALLBACK = "1 hour";

export async function webhookWorkflow(input: WebhookInput): Promise<void> {
  const { tenant, debateId, carried } = input;
  const acts = deliveryActs(input);
  let { after, waits } = carried ?? { after: 0, waits: false };
  let woken = false;
  setHandler(wakeSignal, () => void (woken = true), {
    description: "Internal: the debate goes on after a wait, so there will be events to deliver.",
  });
  for (;;) {
    const follows = woken || !waits;
    woken = false;
    const { heartbeat } = input.durations;
    const debate = { tenant, debateId };
    const done = await acts.deliverEvents({ debate, after, followMs: follows ? FOLLOW_MS : 0, heartbeat });
    if (done.isOver) return;
    after = done.after;
    waits = done.waits ?? waits;
    if (waits) await condition(() => woken, FALLBACK, { summary: "the debate waits for its owner" });
    if (tooLong(input))
      await continueAsNew<typeof webhookWorkflow>({ ...input, carried: { after, waits: waits && !woken } });
  }
}

// It lives as long as the slowest receiver, so older workers do not wait for it.
setWorkflowOptions(upgrading, webhookWorkflow);

/** Delivers one event once more. */
export async function redeliveryWorkflow({ tenant, debateId, eventId }: RedeliveryInput): Promise<void> {
  const { redeliverEvent } = proxyActivities<Pick<WebhookActivities, "redeliverEvent">>({
    startToCloseTimeout: "60 seconds",
    summary: `event ${eventId} again`,
  });
  await redeliverEvent({ debate: { tenant, debateId }, eventId, since: Date.now() });
}

/** The activity itself decides when it retries a refused event (features/webhooks/domain/retries.webhook.ts). */
function deliveryActs({ durations }: WebhookInput) {
  return proxyActivities<Pick<WebhookActivities, "deliverEvents">>({
    startToCloseTimeout: FOLLOW_MS + MARGIN_MS,
    heartbeatTimeout: durations.heartbeatTimeout,
    retry: { initialInterval: "1 second", maximumInterval: "1 minute" },
    cancellationType: ActivityCancellationType.TRY_CANCEL,
    summary: "events to the webhook",
  });
}
