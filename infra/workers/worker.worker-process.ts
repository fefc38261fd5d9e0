/** The workers of one process: one for workflows and the store, one per provider for model calls. */
import type { PayloadCodec, WorkerDeploymentVersion } from "@temporalio/common";
import {
  type ActivityInterceptorsFactory,
  type NativeConnection,
  Worker,
  type WorkerOptions,
} from "@temporalio/worker";
import type { ActivityDeps } from "../../activities/base/deps.ts";
import type { Home } from "../../activities/base/home.activity-base.ts";
import { createActivities } from "../../activities/index.ts";
import { actsOn } from "../../domain/shapes/facts.shape.ts";
import { homeQueue, modelQueue, TASK_QUEUE } from "../../workflows/base/messages.workflow-base.ts";
import type { WorkerTracing } from "../base/telemetry-settings.ts";
import { dataConverterOf } from "../codec/data-converter.ts";
import { type ActivityLogger, createActivityLog } from "../log/activity-log.ts";
import { bundleWorkflows } from "./bundle/bundle.ts";

export interface WorkersInput extends Omit<ActivityDeps, "now" | "random" | "stopping" | "home"> {
  connection: NativeConnection;
  namespace: string;
  /** Ids of the providers that this process calls. */
  providers: string[];
  /** Calls per second by provider, over all workers of the service. */
  maxRps?: Record<string, number>;
  /** Default `parley`; prefixes the providers' queues. */
  taskQueue?: string;
  /** Encrypts payloads; missing: they are plain JSON. */
  codec?: PayloadCodec | null;
  /** A prebuilt bundle, with the failure converter if there is a codec; missing: `startWorkers` bundles. */
  workflowBundle?: { codePath: string };
  /** Concurrent calls of one provider in this process. */
  maxConcurrentCalls?: number;
  /** Receives a line per activity. */
  logger?: ActivityLogger;
  /** Notes each activity while it is under way. */
  noting?: ActivityInterceptorsFactory;
  /** Milliseconds between the heartbeats of a running call; missing: 3,000. */
  heartbeat?: number;
  /** The version of these workers; missing: they are not versioned. */
  deployment?: WorkerDeploymentVersion;
  /** Missing or null: tracing is off. */
  tracing?: WorkerTracing | null;
  /** The id of this process's own queue; missing: it has none. */
  homeId?: string;
}

/** Everything except the connection. */
export type QueuesInput = Omit<WorkersInput, "connection" | "namespace">;

/** What `queueOptions` needs. */
export type BundledInput = QueuesInput & Required<Pick<QueuesInput, "workflowBundle">>;

export interface Workers {
  /** Finishes running work within the grace time, then stops. */
  stop(): Promise<void>;
  /** Rejects if a worker fails for good. */
  failed: Promise<never>;
}

const GRACE = "5 seconds";
const DEFAULT_HEARTBEAT = 3_000;
const FOLLOWERS = 1_000;
/** A killed worker's workflow moves to another after this time (the SDK's default is 10 s). */
const STICKY_TIMEOUT = "3 seconds";

export async function startWorkers(input: WorkersInput): Promise<Workers> {
  const { connection, namespace, codec = null, tracing } = input;
  const stopping = new AbortController();
  await using starting = new AsyncDisposableStack();
  // Tracing's modules are resolved only here: where the workflows came bundled, there are none.
  const bundle = () =>
    bundleWorkflows({ encrypted: codec !== null, interceptorModules: tracing?.workflowModules() ?? [] });
  const workflowBundle = input.workflowBundle ?? starting.use(await bundle());
  const queues = queueOptions({ ...input, workflowBundle }, stopping.signal);
  const workers = await Promise.all(queues.map((options) => Worker.create({ ...options, connection, namespace })));
  const run = running(workers, () => stopping.abort());
  return {
    failed: run.failed,
    async stop() {
      await run.stop();
      await input.toolbox?.close();
    },
  };
}

/** Options by queue: first workflows and the store, then the providers in the given order, then the process's own. */
export function queueOptions(input: BundledInput, stopping: AbortSignal): WorkerOptions[] {
  const { taskQueue = TASK_QUEUE } = input;
  const home = homeOf(input);
  const activities = createActivities({
    ...input,
    ...(home && { home }),
    turnVectors: input.turnVectors ?? null,
    now: () => new Date(),
    random: Math.random,
    stopping,
  });
  const common: WorkerOptions = {
    taskQueue,
    shutdownGraceTime: GRACE,
    // Sweeps report each debate that they have looked at; more often than calls do, nothing is sent.
    maxHeartbeatThrottleInterval: input.heartbeat ?? DEFAULT_HEARTBEAT,
    ...dataConverterOf(input.codec ?? null),
    ...versioningOf(input),
    ...observersOf(input),
  };
  const all = Object.entries(activities);
  const modelActs = Object.fromEntries(all.filter(([name]) => ON_MODEL_QUEUES.has(name)));
  const others = Object.fromEntries(all.filter(([name]) => !ON_MODEL_QUEUES.has(name)));
  const ofModels: WorkerOptions = {
    ...common,
    activities: modelActs,
    maxConcurrentActivityTaskExecutions: input.maxConcurrentCalls ?? 100,
  };
  return [
    {
      ...common,
      workflowBundle: input.workflowBundle,
      activities: others,
      // Each debate with a webhook has an activity that mostly waits.
      maxConcurrentActivityTaskExecutions: FOLLOWERS,
      stickyQueueScheduleToStartTimeout: STICKY_TIMEOUT,
      // More would wait in this process, where no priority holds. A short delay between rounds keeps its task open.
      maxConcurrentWorkflowTaskExecutions: 20,
    },
    ...input.providers.map((provider) => ({
      ...ofModels,
      taskQueue: modelQueue(provider, taskQueue),
      maxTaskQueueActivitiesPerSecond: input.maxRps?.[provider],
    })),
    ...(home ? [{ ...ofModels, taskQueue: homeQueue(home.id, taskQueue) }] : []),
  ];
}

/** A version of the workers would count the queue of each process that it ever had, and Temporal bounds their number. */
function homeOf({ homeId, providers, maxRps = {}, deployment }: QueuesInput): Home | null {
  if (homeId === undefined || deployment) return null;
  return { id: homeId, providers: providers.filter((provider) => maxRps[provider] === undefined) };
}

/** Activities that call a model run on the queue of its provider. */
const ON_MODEL_QUEUES = new Set<string>([
  "takeTurn",
  "proposePositions",
  "checkModel",
  "rejudge",
  "askAlone",
  ...actsOn("model"),
]);

/** Tracing wraps logging, so that log lines can name the trace. */
function observersOf({ tracing, logger, noting }: QueuesInput): Partial<WorkerOptions> {
  const activity = [
    ...(noting ? [noting] : []),
    ...(tracing?.activity ?? []),
    ...(logger ? [createActivityLog(logger)] : []),
  ];
  return { interceptors: { activity }, sinks: tracing?.sinks ?? UNTRACED };
}

/** A bundle built for tracing emits its spans anyway. */
const UNTRACED: WorkerTracing["sinks"] = { exporter: { export: { fn() {} } } };

/** Debates end on the version that they began on; other workflows declare that they may move. */
function versioningOf({ deployment: version }: QueuesInput): Partial<WorkerOptions> {
  if (!version) return {};
  return { workerDeploymentOptions: { version, useWorkerVersioning: true, defaultVersioningBehavior: "PINNED" } };
}

function running(workers: Worker[], onStop: () => void): Workers {
  const runs = Promise.all(workers.map((worker) => worker.run()));
  const failed = new Promise<never>((_, reject) => {
    runs.catch(reject);
  });
  failed.catch(() => {});
  return {
    failed,
    async stop() {
      onStop();
      for (const worker of workers) if (worker.getState() === "RUNNING") worker.shutdown();
      await runs.catch(() => {});
    },
  };
}
