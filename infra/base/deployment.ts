/** The version and deployment of this process's workers. */
import type { WorkerDeploymentVersion } from "@temporalio/common";
import { defaultBuildId } from "./build-id.ts";
import type { Config } from "./config.infra-base.ts";

/** Empty if workers are not versioned. `bundle`: of the workflows, if prebuilt. */
export async function deploymentOf(
  { deployment }: Pick<Config, "deployment">,
  bundle?: { codePath: string },
): Promise<{ deployment?: WorkerDeploymentVersion }> {
  if (!deployment) return {};
  const { name: deploymentName, buildId } = deployment;
  return { deployment: { deploymentName, buildId: buildId ?? (await defaultBuildId(bundle)) } };
}
