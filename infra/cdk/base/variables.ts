/** Variables of the functions and the service; none is a secret. */
import type { ISecret } from "aws-cdk-lib/aws-secretsmanager";
import type { Parts } from "./parts.cdk-base.ts";

/**
 * Variables of every process. `secrets`: those it reads. `TEMPORAL_DEPLOYMENT_NAME` and `TEMPORAL_BUILD_ID` name its
 * version.
 */
export function commonVariables({ stage, table, bucket, build }: Parts, secrets: ISecret[]): Record<string, string> {
  return {
    ...stage.variables,
    TEMPORAL_ADDRESS: stage.temporal.address,
    TEMPORAL_NAMESPACE: stage.temporal.namespace,
    DYNAMODB_TABLE: table.tableName,
    FILES_BUCKET: bucket.bucketName,
    PARLEY_SECRETS: secrets.map((secret) => secret.secretArn).join(","),
    // Available providers, for processes that do not read the keys.
    KEYED_PROVIDERS: stage.providers.join(","),
    ...(stage.publicUrl && { PUBLIC_URL: stage.publicUrl }),
    TEMPORAL_DEPLOYMENT_NAME: `parley-${stage.name}`,
    TEMPORAL_BUILD_ID: build,
  };
}
