/** An activity as a worker runs it: attempts, the waits between them, heartbeats and cancellation. It has no timeouts. */
import type { Client } from "@temporalio/client";
import {
  ActivityCancellationDetails,
  ApplicationFailure,
  CancelledFailure,
  defaultFailureConverter,
  defaultPayloadConverter,
} from "@temporalio/common";
import { msOptionalToNumber, tsToMs } from "@temporalio/common/lib/time.js";
import proto, { type coresdk, type temporal } from "@temporalio/proto";
import { MockActivityEnvironment } from "@temporalio/testing";
import type { ActivityInterceptorsFactory } from "@temporalio/worker";

export type Activity = (...args: unknown[]) => Promise<unknown>;
type Scheduled = coresdk.workflow_commands.IScheduleActivity | coresdk.workflow_commands.IScheduleLocalActivity;
type Result = coresdk.activity_result.IActivityResolution;

export interface Played {
  activity: Activity;
  scheduled: Scheduled;
  isLocal: boolean;
  workflow: { workflowId: string; runId: string; workflowType: string; taskQueue: string; namespace: string };
  client: Client;
  interceptors: ActivityInterceptorsFactory[];
}

/** As of Temporal's server: retries that a policy does not set. */
const DEFAULTS = { first: 1_000, coefficient: 2, longest: 100 };
const AWAITED = proto.coresdk.workflow_commands.ActivityCancellationType.WAIT_CANCELLATION_COMPLETED;
const SILENT = { log() {}, trace() {}, debug() {}, info() {}, warn() {}, error() {} };

export class PlayedActivity {
  private readonly cancelled = Promise.withResolvers<void>();
  private isCancelled = false;
  private environment: MockActivityEnvironment | null = null;
  private details: unknown;
  private readonly played: Played;

  constructor(played: Played) {
    this.played = played;
  }

  /** Asks it to end. Unless the workflow waits for its answer, it has ended for the workflow. */
  cancel(details: Partial<ActivityCancellationDetails> = { cancelRequested: true }): void {
    if (this.isCancelled) return;
    this.isCancelled = true;
    this.environment?.cancel("CANCELLED", new ActivityCancellationDetails(details));
    this.cancelled.resolve();
  }

  /** What the workflow gets. */
  async result(): Promise<Result> {
    const { cancellationType } = this.played.scheduled;
    const ends = this.attempts();
    if (cancellationType === AWAITED) return ends;
    return Promise.race([ends, this.cancelled.promise.then(() => this.cancelledResult(new CancelledFailure("")))]);
  }

  private async attempts(): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      if (this.isCancelled) return this.cancelledResult(new CancelledFailure("Activity cancelled"));
      try {
        const result = await this.attempt(attempt);
        return { completed: { result: defaultPayloadConverter.toPayload(result) } };
      } catch (error) {
        if (this.isCancelled && isCancellation(error)) return this.cancelledResult(error);
        const failure = error instanceof ApplicationFailure ? error : ApplicationFailure.fromError(error);
        const waitMs = this.waitAfter(failure, attempt);
        if (waitMs === null) return { failed: { failure: this.failed("Activity task failed", failure) } };
        const wait = Promise.withResolvers<void>();
        const timer = setTimeout(wait.resolve, waitMs);
        await Promise.race([wait.promise, this.cancelled.promise]);
        clearTimeout(timer);
      }
    }
  }

  private attempt(attempt: number): Promise<unknown> {
    const { activity, scheduled, isLocal, workflow, client, interceptors } = this.played;
    const info = {
      attempt,
      isLocal,
      activityId: scheduled.activityId ?? "",
      activityType: scheduled.activityType ?? "",
      taskQueue: "taskQueue" in scheduled && scheduled.taskQueue ? scheduled.taskQueue : workflow.taskQueue,
      workflowType: workflow.workflowType,
      workflowExecution: { workflowId: workflow.workflowId, runId: workflow.runId },
      workflowNamespace: workflow.namespace,
      namespace: workflow.namespace,
      heartbeatDetails: this.details,
      scheduledTimestampMs: Date.now(),
      currentAttemptScheduledTimestampMs: Date.now(),
      startToCloseTimeoutMs: msOf(scheduled.startToCloseTimeout) ?? 0,
      scheduleToCloseTimeoutMs: msOf(scheduled.scheduleToCloseTimeout) ?? 0,
    };
    this.environment = new MockActivityEnvironment(info, { client, interceptors, logger: SILENT });
    this.environment.on("heartbeat", (details) => (this.details = details));
    return this.environment.run(activity, ...argumentsOf(scheduled.arguments));
  }

  /** Milliseconds; null: it is not tried again. */
  private waitAfter(failure: ApplicationFailure, attempt: number): number | null {
    const policy = this.played.scheduled.retryPolicy ?? {};
    if (failure.nonRetryable || policy.nonRetryableErrorTypes?.includes(failure.type ?? "")) return null;
    if (policy.maximumAttempts && attempt >= policy.maximumAttempts) return null;
    const asked = msOptionalToNumber(failure.nextRetryDelay ?? undefined);
    if (asked !== undefined) return asked;
    const first = msOf(policy.initialInterval) ?? DEFAULTS.first;
    const longest = msOf(policy.maximumInterval) ?? first * DEFAULTS.longest;
    return Math.min(longest, first * (policy.backoffCoefficient || DEFAULTS.coefficient) ** (attempt - 1));
  }

  private cancelledResult(error: unknown): Result {
    const cause = error instanceof CancelledFailure ? error : new CancelledFailure("Activity cancelled");
    return { cancelled: { failure: this.failed("Activity cancelled", cause) } };
  }

  private failed(message: string, cause: Error): temporal.api.failure.v1.IFailure {
    const { scheduled } = this.played;
    return {
      message,
      cause: defaultFailureConverter.errorToFailure(cause, defaultPayloadConverter),
      activityFailureInfo: {
        activityId: scheduled.activityId ?? "",
        activityType: { name: scheduled.activityType ?? "" },
        identity: "played",
      },
    };
  }
}

export function argumentsOf(payloads: temporal.api.common.v1.IPayload[] | null | undefined): unknown[] {
  return (payloads ?? []).map((payload) => defaultPayloadConverter.fromPayload(payload));
}

export function msOf(duration: Parameters<typeof tsToMs>[0] | undefined): number | undefined {
  return duration ? tsToMs(duration) : undefined;
}

function isCancellation(error: unknown): boolean {
  return error instanceof CancelledFailure || (error instanceof Error && error.name === "AbortError");
}
