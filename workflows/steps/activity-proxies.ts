/** The activities as the workflow calls them: queue, timeouts, and the name that Temporal's UI shows. */
import { ActivityCancellationType, proxyActivities, proxyLocalActivities, workflowInfo } from "@temporalio/workflow";
import type { Activities } from "../../activities/index.ts";
import { firstBytes } from "../../domain/base/text/text.ts";
import type { ModelRef } from "../../domain/shapes/catalogue/model-ref.ts";
import { ACTS, type ModelAct, type ServiceAct } from "../../domain/shapes/facts.shape.ts";
import type { DebatePlan } from "../../domain/shapes/plan/plan.ts";
import { homeQueue, modelQueue, priorityOf } from "../base/messages.workflow-base.ts";
import { serialized } from "./serialize.ts";

type OwnStoreActs = Pick<
  Activities,
  | "checkProviders"
  | "listModels"
  | "publish"
  | "gatherQuestions"
  | "storeAnswers"
  | "keepNote"
  | "revise"
  | "recheck"
  | "reseat"
  | "closeTurn"
  | "readAttempts"
  | "weigh"
  | "endRejudgement"
  | "beginTwin"
  | "endTwin"
  | "askQueue"
  | ServiceAct
>;

/** Short work on the store, in the worker that runs the workflow, one after the other; retried until it succeeds. `More`: a feature's own. */
export const storeActs = <More extends object = object>(summary: string) =>
  serialized(
    proxyLocalActivities<OwnStoreActs & More>({
      startToCloseTimeout: "20 seconds",
      retry: { initialInterval: "200 milliseconds", maximumInterval: "10 seconds" },
      summary,
    }),
  );

/** Longer work without a model, on the workflow's own queue; retried until it succeeds. */
const serviceActs = (summary: string) =>
  proxyActivities<Pick<Activities, ServiceAct>>({
    startToCloseTimeout: "60 seconds",
    retry: { initialInterval: "200 milliseconds", maximumInterval: "10 seconds" },
    cancellationType: ActivityCancellationType.TRY_CANCEL,
    summary: firstBytes(summary, 200),
  });

/** The activity of an act that no model does. */
export function serviceAct(name: ServiceAct, title: string) {
  return (ACTS[name].queue === "service" ? serviceActs(title) : storeActs(title))[name];
}

type OwnModelActs = Pick<Activities, "takeTurn" | "proposePositions" | "rejudge" | "checkModel" | ModelAct>;

/** A worker that is there takes a call at once, unless it has as many as it may. */
const HOME_MS = 4_000;
/** Time to write the transcript after the model's own time is up. */
const MARGIN_MS = 30_000;

/**
 * Activities that call a model, on the queue of its provider. A debate's acts have no schedule-to-close timeout: time without
 * a worker is no fault of the model. The activity decides how often it retries a fault (`activities/base/failures.ts`). `More`: a feature's own.
 */
export function modelActs<More extends object = object>(input: {
  plan: Pick<DebatePlan, "tenant" | "durations">;
  model: ModelRef;
  timeoutMs: number;
  summary: string;
  /** Milliseconds in all, with the wait for a worker. Left out: as long as it takes. */
  longestMs?: number;
  /** Left out: the workflow's own. */
  priorityKey?: number;
  /** The id of the worker that is to make them; left out: any of the provider's. */
  home?: string;
}) {
  const { plan, model, timeoutMs, summary, longestMs, priorityKey, home } = input;
  const { taskQueue } = workflowInfo();
  return proxyActivities<OwnModelActs & More>({
    taskQueue: home === undefined ? modelQueue(model.provider, taskQueue) : homeQueue(home, taskQueue),
    ...(home !== undefined && { scheduleToStartTimeout: HOME_MS }),
    startToCloseTimeout: timeoutMs + MARGIN_MS,
    ...(longestMs !== undefined && { scheduleToCloseTimeout: longestMs }),
    heartbeatTimeout: plan.durations.heartbeatTimeout,
    retry: { initialInterval: "1 second", backoffCoefficient: 1.2, maximumInterval: "5 seconds" },
    // A cancelled call still reports what it cost.
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    summary: firstBytes(summary, 200),
    priority: { ...priorityOf(plan), ...(priorityKey !== undefined && { priorityKey }) },
  });
}
