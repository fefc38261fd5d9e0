/** The activities as the workflow calls them: on which queue, for how long, and named for who reads the Temporal UI. */
import { ActivityCancellationType, proxyActivities, proxyLocalActivities, workflowInfo } from "@temporalio/workflow";
import type { Activities } from "../activities/index.ts";
import type { DebatePlan, ModelRef } from "../domain/plan.ts";
import type { ActName } from "../domain/steps.ts";
import { firstBytes } from "../domain/text.ts";
import { eachInTurn } from "./in-turn.ts";
import { modelQueue } from "./messages.ts";

/** Short work on the store, in the worker that runs the workflow, one after the other; tried until it is done. */
export const storeActs = (summary: string) =>
  eachInTurn(
    proxyLocalActivities<
      Pick<
        Activities,
        | "checkProviders"
        | "publish"
        | "gatherQuestions"
        | "storeAnswers"
        | "keepNote"
        | "revise"
        | "recheck"
        | "closeTurn"
        | "readAttempts"
        | "weigh"
        | "giveAnswer"
        | "countBallots"
        | "concludeUnjudged"
        | "endRejudgement"
      >
    >({
      startToCloseTimeout: "20 seconds",
      retry: { initialInterval: "200 milliseconds", maximumInterval: "10 seconds" },
      summary,
    }),
  );

/** Work of the service itself that may take a while: on the workflow's own queue, tried until it is done. */
export function serviceActs(summary: string) {
  return proxyActivities<Pick<Activities, "retrieveTemplates">>({
    startToCloseTimeout: "60 seconds",
    retry: { initialInterval: "200 milliseconds", maximumInterval: "10 seconds" },
    cancellationType: ActivityCancellationType.TRY_CANCEL,
    summary: firstBytes(summary, 200),
  });
}

/** Room for writing the transcript after the model's own time is up. */
const MARGIN_MS = 30_000;

/**
 * Activities that call a model, on the queue of its provider. No schedule-to-close timeout: time without a worker is
 * no model fault. How often a fault is tried again is the activity's decision (`activities/failures.ts`).
 */
export function modelActs(input: {
  plan: Pick<DebatePlan, "tenant" | "durations">;
  model: ModelRef;
  timeoutMs: number;
  summary: string;
}) {
  const { plan, model, timeoutMs, summary } = input;
  return proxyActivities<Pick<Activities, "takeTurn" | "proposePositions" | "rejudge" | ActName>>({
    taskQueue: modelQueue(model.provider, workflowInfo().taskQueue),
    startToCloseTimeout: timeoutMs + MARGIN_MS,
    heartbeatTimeout: plan.durations.heartbeatTimeout,
    retry: { initialInterval: "1 second", backoffCoefficient: 1.2, maximumInterval: "5 seconds" },
    // A call that is cut short still tells what it came to.
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    summary: firstBytes(summary, 200),
    priority: { fairnessKey: firstBytes(plan.tenant, 64) },
  });
}
