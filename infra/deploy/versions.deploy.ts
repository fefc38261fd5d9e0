/** A deployment's versions in Temporal: which one is current, and how many debates each still runs. */
import type { Client } from "@temporalio/client";
import proto from "@temporalio/proto";

const { WorkerDeploymentVersionStatus: Status } = proto.temporal.api.enums.v1;

export interface Deployment {
  namespace: string;
  name: string;
}

export interface Version {
  buildId: string;
  isCurrent: boolean;
  /**
   * Temporal's status. `drained`: its workers may be removed; Temporal's late index reports it some minutes after the
   * last debate. `new`: never promoted.
   */
  state: VersionState;
  /** ISO 8601; null if unknown. */
  createdAt: string | null;
  /** Running debates pinned to it, with their positions and rejudgements. */
  pinned: number;
}

type VersionState = "new" | "current" | "ramping" | "draining" | "drained";

type Temporal = Pick<Client, "connection" | "workflow">;

/** Newest first. Throws gRPC's `NOT_FOUND` before the deployment's first worker. */
export async function versionsOf(temporal: Temporal, { namespace, name }: Deployment): Promise<Version[]> {
  const service = temporal.connection.workflowService;
  const { workerDeploymentInfo: info } = await service.describeWorkerDeployment({ namespace, deploymentName: name });
  const current = info?.routingConfig?.currentDeploymentVersion?.buildId;
  const versions = (info?.versionSummaries ?? []).map(async ({ deploymentVersion, createTime, status }) => {
    const buildId = deploymentVersion?.buildId ?? "";
    const seconds = createTime?.seconds;
    return {
      buildId,
      isCurrent: buildId === current,
      state: STATES[status ?? 0] ?? "new",
      createdAt: seconds ? new Date(Number(seconds) * 1_000).toISOString() : null,
      pinned: await pinnedTo(temporal, `${name}:${buildId}`),
    };
  });
  const found = await Promise.all(versions);
  return found.toSorted((one, other) => ((one.createdAt ?? "") < (other.createdAt ?? "") ? 1 : -1));
}

const STATES: Partial<Record<number, VersionState>> = {
  [Status.WORKER_DEPLOYMENT_VERSION_STATUS_CURRENT]: "current",
  [Status.WORKER_DEPLOYMENT_VERSION_STATUS_RAMPING]: "ramping",
  [Status.WORKER_DEPLOYMENT_VERSION_STATUS_DRAINING]: "draining",
  [Status.WORKER_DEPLOYMENT_VERSION_STATUS_DRAINED]: "drained",
};

/** From Temporal's index of workflows, which lags by some seconds. */
async function pinnedTo({ workflow }: Temporal, version: string): Promise<number> {
  const { count } = await workflow.count(
    `TemporalWorkflowVersioningBehavior = "Pinned" AND ExecutionStatus = "Running" AND TemporalWorkerDeploymentVersion = "${version}"`,
  );
  return count;
}

/**
 * New debates use this version from now on. Temporal rejects a version without workers, or one that lacks a queue with
 * work of the current version; `missingQueues` allows the latter.
 */
export async function promote(
  { connection }: Pick<Client, "connection">,
  input: Deployment & { buildId: string; missingQueues?: boolean },
): Promise<void> {
  const { namespace, name, buildId, missingQueues = false } = input;
  await connection.workflowService.setWorkerDeploymentCurrentVersion({
    namespace,
    deploymentName: name,
    buildId,
    ignoreMissingTaskQueues: missingQueues,
    identity: "deploy:promote",
  });
}
