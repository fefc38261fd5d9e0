/**
 * The workers of all task queues as one function: Temporal knows one for each version of workers. It invokes it when there
 * is work and nobody polls. The function polls until its deadline is near, finishes running work, and ends. Providers'
 * queues stop polling early enough for the longest call.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { NativeConnection, Worker, type WorkerOptions } from "@temporalio/worker";
import { deploymentOf } from "../base/deployment.ts";
import { installTemporalRuntime } from "../log/logger.ts";
import { askableProviders } from "../workers/settings.worker-process.ts";
import { queueOptions } from "../workers/worker.worker-process.ts";
import { flushed } from "./flush.ts";
import { createParts } from "./parts.lambda.ts";
import { prepareTemporal } from "./prepare.ts";
import { packagedQueues } from "./queue-work.ts";
import { workflowBundleOf } from "./workflow-bundle.ts";

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

/** Fewer than Temporal's own, for a function's memory and processor. */
const SMALL: Partial<WorkerOptions> = {
  maxCachedWorkflows: 30,
  workflowTaskPollerBehavior: { type: "simple-maximum", maximum: 2 },
  activityTaskPollerBehavior: { type: "simple-maximum", maximum: 1 },
};

const parts = await createParts(process.env, { servesApi: false });
installTemporalRuntime(parts.logger);
const { durations, temporal } = parts.config;
const longestCall = Math.max(durations.turnTimeout, durations.judgeTimeout);
const queues = {
  ...packagedQueues(parts, askableProviders(parts.config)),
  ...(await deploymentOf(parts.config, { codePath: workflowBundleOf(parts) })),
};
let prepared: Promise<void> | null = null;

/** One invocation. The event is ignored. */
export async function handler(_event: unknown, context: InvocationContext): Promise<void> {
  prepared ??= prepareTemporal(parts);
  try {
    await Promise.all([work(context), prepared]);
  } finally {
    // Lambda may freeze the process from here on.
    await flushed(parts.telemetry);
  }
}

async function work(context: InvocationContext): Promise<void> {
  await using open = new AsyncDisposableStack();
  const connection = open.adopt(await NativeConnection.connect(parts.endpoint), (it) => it.close());
  const stopping = new AbortController();
  open.defer(() => stopping.abort());
  const identity = `${context.awsRequestId}@${context.invokedFunctionArn}`;
  const common = { ...SMALL, connection, namespace: temporal.namespace, identity };
  // Each invocation has workers of its own, whose waiting activities are notified when they stop.
  const running = queueOptions(queues, stopping.signal).map(async (options, n) => {
    const grace = n === 0 ? STORE_GRACE : longestCall + AFTER_CALL;
    const worker = await Worker.create({ ...common, ...options, shutdownGraceTime: grace });
    const time = context.getRemainingTimeInMillis() - grace - MARGIN;
    const polling = sleep(time, undefined, { signal: stopping.signal }).catch(() => undefined);
    // The queue of workflows and the store stops polling last.
    await worker.runUntil(n === 0 ? polling.then(() => stopping.abort()) : polling);
  });
  try {
    await Promise.all(running);
  } finally {
    stopping.abort();
    await Promise.allSettled(running);
  }
}
