import { workflowInfo } from "@temporalio/workflow";

/**
 * Options of workflows that move to the current version of the workers. Temporal refuses to hear of it from workers that
 * are not versioned, and those have no deployment's name.
 */
export function upgrading(): { versioningBehavior?: "AUTO_UPGRADE" } {
  return workflowInfo().currentDeploymentVersion?.deploymentName ? { versioningBehavior: "AUTO_UPGRADE" } : {};
}
