/**
 * The worker of one task queue as a function. Temporal invokes it when there is work and nobody polls; it polls until its
 * deadline is near, finishes what is running, and ends. Calls to models are never cut by a deadline: the queue of a
 * provider stops to poll early enough for the longest call.
 */
import { type LambdaWorkerConfig, runWorker } from "@temporalio/lambda-worker";
import { z } from "zod";
import { flushed } from "./flush.ts";
import { createParts, type Parts } from "./parts.ts";
import { prepareTemporal } from "./prepare.ts";
import { optionsOf, runtimeOf } from "./queue-work.ts";
import { workflowBundleOf } from "./workflow-bundle.ts";

interface InvocationContext {
  getRemainingTimeInMillis(): number;
  awsRequestId: string;
  invokedFunctionArn: string;
}

/** Milliseconds for Temporal to hear of the end, and for the store's acts to be finished. */
const MARGIN = 2_000;
const STORE_GRACE = 5_000;
/** Milliseconds beyond a model call's own limit, after which it has ended one way or the other. */
const AFTER_CALL = 1_000;

const own = z
  .object({
    /** The deployment and the version of it that this function is, as Temporal knows them. */
    TEMPORAL_DEPLOYMENT_NAME: z.string().min(1),
    TEMPORAL_BUILD_ID: z.string().min(1),
    /** The provider whose queue is served; without it the queue of workflows and the store. */
    WORKER_PROVIDER: z.string().min(1).optional(),
  })
  .parse(process.env);
const provider = own.WORKER_PROVIDER ?? null;
const parts = await createParts(process.env);
const codePath = workflowBundleOf(parts);
const grace = provider === null ? STORE_GRACE : longestCall(parts) + AFTER_CALL;
let worker: LambdaWorkerConfig;
const run = runWorker({ deploymentName: own.TEMPORAL_DEPLOYMENT_NAME, buildId: own.TEMPORAL_BUILD_ID }, configure);
let prepared: Promise<void> | null = null;

/** One invocation: polls until `grace` and a margin before its deadline. The event says nothing that is needed. */
export async function handler(event: unknown, context: InvocationContext): Promise<void> {
  const stopping = new AbortController();
  // Each invocation has a worker of its own, and what waits in its acts is told when this one stops.
  Object.assign(worker.workerOptions, queueOptionsFor(stopping.signal));
  const polling = context.getRemainingTimeInMillis() - grace - MARGIN;
  const timer = setTimeout(() => stopping.abort(), polling);
  if (provider === null) prepared ??= prepareTemporal(parts);
  try {
    await Promise.all([run(event, context), prepared]);
  } finally {
    clearTimeout(timer);
    stopping.abort();
    // The process may be frozen from here on.
    await flushed(parts.telemetry);
  }
}

function configure(config: LambdaWorkerConfig): void {
  worker = config;
  config.connectionOptions = parts.endpoint;
  config.namespace = parts.config.temporal.namespace;
  config.runtimeOptions = runtimeOf(parts);
  config.shutdownDeadlineBufferMs = grace + MARGIN;
  // Looked at before the first invocation.
  Object.assign(config.workerOptions, queueOptionsFor(AbortSignal.abort()));
}

function queueOptionsFor(stopping: AbortSignal) {
  return { ...optionsOf({ parts, provider, codePath }, stopping), shutdownGraceTime: grace };
}

function longestCall({ config: { durations } }: Parts): number {
  return Math.max(durations.turnTimeout, durations.judgeTimeout);
}
