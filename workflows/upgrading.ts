import { workflowInfo } from "@temporalio/workflow";

/**
 * Options of workflows that move to the workers' current version. Temporal rejects the option from workers without
 * versions, which have no deployment name.
 */
export function upgrading(): { versioningBehavior?: "AUTO_UPGRADE" } {
  return workflowInfo().currentDeploymentVersion?.deploymentName ? { versioningBehavior: "AUTO_UPGRADE" } : {};
}
