/** Which version of which deployment the workers of this process are. */
import type { WorkerDeploymentVersion } from "@temporalio/common";
import type { Config } from "../config.ts";
import { defaultBuildId } from "./build-id.ts";

/** Nothing when workers are not versioned. `bundle`: of the workflows, where it was built beforehand. */
export async function deploymentOf(
  { deployment }: Pick<Config, "deployment">,
  bundle?: { codePath: string },
): Promise<{ deployment?: WorkerDeploymentVersion }> {
  if (!deployment) return {};
  const { name: deploymentName, buildId } = deployment;
  return { deployment: { deploymentName, buildId: buildId ?? (await defaultBuildId(bundle)) } };
}
