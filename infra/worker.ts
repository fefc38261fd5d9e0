/** The workers of one process: one for workflows and the store, one for each provider's model calls. */
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import type { PayloadCodec, WorkerDeploymentVersion } from "@temporalio/common";
import { type NativeConnection, Worker, type WorkerOptions } from "@temporalio/worker";
import { createActivities } from "../activities/index.ts";
import type { Models } from "../activities/models/port.ts";
import type { TurnVectors } from "../activities/retrieval/turn-vectors.ts";
import type { WebhookSettings } from "../activities/webhooks/deliver.ts";
import type { Catalogue } from "../domain/catalogue.ts";
import type { TemplateSearch } from "../domain/retrieval.ts";
import type { Store } from "../store/port.ts";
import { modelQueue, TASK_QUEUE } from "../workflows/messages.ts";
import { type ActivityLogger, createActivityLog } from "./activity-log.ts";
import { dataConverterOf } from "./codec/data-converter.ts";
import type { WorkerTracing } from "./telemetry/index.ts";

export interface WorkersInput {
  connection: NativeConnection;
  namespace: string;
  store: Store;
  models: Models;
  catalogue: Catalogue;
  templates: TemplateSearch;
  /** Ids of the providers whose calls this process makes. */
  providers: string[];
  /** Calls a second by provider, over all workers of the service. */
  maxRps?: Record<string, number>;
  /** Default `parley`; the providers' queues are named after it. */
  taskQueue?: string;
  /** Encrypts payloads; left out: they are plain JSON. */
  codec?: PayloadCodec | null;
  /** Built beforehand, with the failure converter where there is a codec; otherwise the worker bundles by itself. */
  workflowBundle?: { codePath: string };
  /** Calls of one provider at a time in this process. */
  maxConcurrentCalls?: number;
  /** Unit of the retry waits, in milliseconds; tests shorten it. */
  retryBaseMs?: number;
  /** Overlap, 0–1, from which on a turn repeats another. */
  repetitionThreshold?: number;
  repetitionContainment?: number;
  repetitionCosine?: number;
  /** Compares turns by their meaning; null or missing: nothing does. */
  turnVectors?: TurnVectors | null;
  /** Gets a line for each activity; missing: nobody does. */
  logger?: ActivityLogger;
  /** Which version of which deployment these workers are; missing: they are not versioned. */
  deployment?: WorkerDeploymentVersion;
  /** Missing or null: nothing is traced. */
  tracing?: WorkerTracing | null;
  /** Left out: webhooks may not point to anything private. */
  webhooks?: WebhookSettings;
}

/** What workers do, without the connection over which they do it. */
export type QueuesInput = Omit<WorkersInput, "connection" | "namespace">;

export interface Workers {
  /** Finishes what is running, at most the grace time, then stops. */
  stop(): Promise<void>;
  /** Rejects when a worker fails for good. */
  failed: Promise<never>;
}

const GRACE = "5 seconds";
const FOLLOWERS = 1_000;
/** A workflow whose worker was killed is given to another after so long (the SDK's default is 10 s). */
const STICKY_TIMEOUT = "3 seconds";

export async function startWorkers(input: WorkersInput): Promise<Workers> {
  const { connection, namespace } = input;
  const stopping = new AbortController();
  const workers = await Promise.all(
    queueOptions(input, stopping.signal).map((options) => Worker.create({ ...options, connection, namespace })),
  );
  return running(workers, () => stopping.abort());
}

/** Options of the worker of each queue: first that of workflows and the store, then those of the providers, as given. */
export function queueOptions(input: QueuesInput, stopping: AbortSignal): WorkerOptions[] {
  const { taskQueue = TASK_QUEUE } = input;
  const activities = createActivities({
    store: input.store,
    models: input.models,
    catalogue: input.catalogue,
    now: () => new Date(),
    random: Math.random,
    templates: input.templates,
    ...(input.retryBaseMs !== undefined && { retryBaseMs: input.retryBaseMs }),
    ...(input.repetitionThreshold !== undefined && { repetitionThreshold: input.repetitionThreshold }),
    ...(input.repetitionContainment !== undefined && { repetitionContainment: input.repetitionContainment }),
    ...(input.repetitionCosine !== undefined && { repetitionCosine: input.repetitionCosine }),
    ...(input.turnVectors && { turnVectors: input.turnVectors }),
    ...(input.webhooks && { webhooks: input.webhooks }),
    stopping,
  });
  const common: WorkerOptions = {
    taskQueue,
    shutdownGraceTime: GRACE,
    ...dataConverterOf(input.codec ?? null),
    ...versioningOf(input),
    ...observersOf(input),
  };
  const { checkProviders, publish, gatherQuestions, storeAnswers, keepNote, revise, recheck, ...more } = activities;
  const { closeTurn, readAttempts, weigh, sweepOrphans, sweepDeltas, retrieveTemplates, ...further } = more;
  const { giveAnswer, countBallots, concludeUnjudged, deliverEvents, redeliverEvent, endRejudgement, ...modelActs } =
    further;
  const storeActs = { checkProviders, publish, gatherQuestions, storeAnswers, keepNote, revise, recheck };
  const conclusions = { giveAnswer, countBallots, concludeUnjudged, endRejudgement };
  const serviceActs = { retrieveTemplates, ...conclusions, deliverEvents, redeliverEvent };
  return [
    {
      ...common,
      ...workflowSource(input),
      activities: { ...storeActs, closeTurn, readAttempts, weigh, ...serviceActs, sweepOrphans, sweepDeltas },
      // Each debate with a webhook has one that waits for events most of the time.
      maxConcurrentActivityTaskExecutions: FOLLOWERS,
      maxHeartbeatThrottleInterval: "3 seconds",
      stickyQueueScheduleToStartTimeout: STICKY_TIMEOUT,
      // A short rest between rounds keeps its workflow task open.
      maxConcurrentWorkflowTaskExecutions: 200,
    },
    ...input.providers.map((provider) => ({
      ...common,
      taskQueue: modelQueue(provider, taskQueue),
      activities: modelActs,
      maxConcurrentActivityTaskExecutions: input.maxConcurrentCalls ?? 100,
      maxHeartbeatThrottleInterval: "3 seconds" as const,
      ...rateOf(input, provider),
    })),
  ];
}

function workflowSource({ workflowBundle }: QueuesInput): Partial<WorkerOptions> {
  if (workflowBundle) return { workflowBundle };
  return { workflowsPath: fileURLToPath(new URL(`../workflows/index${extname(import.meta.url)}`, import.meta.url)) };
}

/** The trace is outside of the log: its lines can name it. */
function observersOf({ tracing, logger, workflowBundle }: QueuesInput): Partial<WorkerOptions> {
  const activity = [...(tracing?.activity ?? []), ...(logger ? [createActivityLog(logger)] : [])];
  const workflowModules = tracing && !workflowBundle ? tracing.workflowModules() : [];
  return { interceptors: { activity, workflowModules }, sinks: tracing?.sinks ?? UNTRACED };
}

/** A bundle that was built for tracing says its spans to it all the same. */
const UNTRACED: WorkerTracing["sinks"] = { exporter: { export: { fn() {} } } };

/** Debates end on the version that they began on; workflows that are to move on say so themselves. */
function versioningOf({ deployment: version }: QueuesInput): Partial<WorkerOptions> {
  if (!version) return {};
  return { workerDeploymentOptions: { version, useWorkerVersioning: true, defaultVersioningBehavior: "PINNED" } };
}

function rateOf({ maxRps }: QueuesInput, provider: string): Partial<WorkerOptions> {
  const rate = maxRps?.[provider];
  return rate === undefined ? {} : { maxTaskQueueActivitiesPerSecond: rate };
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
