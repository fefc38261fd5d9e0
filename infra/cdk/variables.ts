/** The variables of the functions and of the service: no secret is among them. */
import type { Parts } from "./parts.ts";

/** Those of every process. `WORKER_…`: the deployment and its version, as Temporal knows them. */
export function commonVariables({ stage, table, secrets, build }: Parts): Record<string, string> {
  return {
    ...stage.variables,
    TEMPORAL_ADDRESS: stage.temporal.address,
    TEMPORAL_NAMESPACE: stage.temporal.namespace,
    DYNAMODB_TABLE: table.tableName,
    PARLEY_SECRETS: Object.values(secrets)
      .map((secret) => secret.secretArn)
      .join(","),
    ...(stage.publicUrl && { PUBLIC_URL: stage.publicUrl }),
    TEMPORAL_DEPLOYMENT_NAME: `parley-${stage.name}`,
    TEMPORAL_BUILD_ID: build,
  };
}
