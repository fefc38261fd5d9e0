/**
 * The worker of one task queue as a function. Temporal invokes it when there is work and nobody polls. It polls until
 * its deadline is near, finishes running work, and ends. A provider's queue stops polling early enough for the longest
 * call.
 */
import { type LambdaWorkerConfig, runWorker } from "@temporalio/lambda-worker";
import { z } from "zod";
import { temporalRuntime } from "../log/logger.ts";
import { queueOptions } from "../workers/worker.ts";
import { flushed } from "./flush.ts";
import { createParts, type Parts } from "./parts.ts";
import { prepareTemporal } from "./prepare.ts";
import { packagedQueues } from "./queue-work.ts";

interface InvocationContext {
  getRemainingTimeInMillis(): number;
  awsRequestId: string;
  invokedFunctionArn: string;
}

/** Milliseconds to report the end to Temporal, and to finish store activities. */
const MARGIN = 2_000;
const STORE_GRACE = 5_000;
/** Milliseconds after a call's own limit by which it has certainly ended. */
const AFTER_CALL = 1_000;

const own = z
  .object({
    /** The deployment and version of this function in Temporal. */
    TEMPORAL_DEPLOYMENT_NAME: z.string().min(1),
    TEMPORAL_BUILD_ID: z.string().min(1),
    /** The provider of the queue; missing: the queue of workflows and the store. */
    WORKER_PROVIDER: z.string().min(1).optional(),
  })
  .parse(process.env);
const provider = own.WORKER_PROVIDER ?? null;
const parts = await createParts(process.env, { servesApi: false });
const grace = provider === null ? STORE_GRACE : longestCall(parts) + AFTER_CALL;
let worker: LambdaWorkerConfig;
const run = runWorker({ deploymentName: own.TEMPORAL_DEPLOYMENT_NAME, buildId: own.TEMPORAL_BUILD_ID }, configure);
let prepared: Promise<void> | null = null;

/** One invocation. The event is ignored. */
export async function handler(event: unknown, context: InvocationContext): Promise<void> {
  const stopping = new AbortController();
  // Each invocation has its own worker, whose waiting activities are notified when it stops.
  Object.assign(worker.workerOptions, queueOptionsFor(stopping.signal));
  const polling = context.getRemainingTimeInMillis() - grace - MARGIN;
  const timer = setTimeout(() => stopping.abort(), polling);
  if (provider === null) prepared ??= prepareTemporal(parts);
  try {
    await Promise.all([run(event, context), prepared]);
  } finally {
    clearTimeout(timer);
    stopping.abort();
    // Lambda may freeze the process from here on.
    await flushed(parts.telemetry);
  }
}

function configure(config: LambdaWorkerConfig): void {
  worker = config;
  config.connectionOptions = parts.endpoint;
  config.namespace = parts.config.temporal.namespace;
  config.runtimeOptions = temporalRuntime(parts.logger);
  config.shutdownDeadlineBufferMs = grace + MARGIN;
  // Read before the first invocation.
  Object.assign(config.workerOptions, queueOptionsFor(AbortSignal.abort()));
}

function queueOptionsFor(stopping: AbortSignal) {
  const providers = provider === null ? [] : [provider];
  const options = queueOptions(packagedQueues(parts, providers), stopping).at(-1);
  if (!options) throw new Error("there is no worker for the queue");
  return { ...options, shutdownGraceTime: grace };
}

function longestCall({ config: { durations } }: Parts): number {
  return Math.max(durations.turnTimeout, durations.judgeTimeout);
}
