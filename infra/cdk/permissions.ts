/** Least privilege: every action and every resource by its name. */
import { Stack } from "aws-cdk-lib";
import type { Table } from "aws-cdk-lib/aws-dynamodb";
import { Effect, PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Key } from "aws-cdk-lib/aws-kms";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import type { ISecret } from "aws-cdk-lib/aws-secretsmanager";
import { tableShape } from "../../store/schema.ts";
import { PURPOSE } from "../codec/kms-keys.ts";
import { KEY_USE } from "./key.ts";

/** What store/ sends, and nothing that makes, changes or drops a table. */
const STORE_ACTIONS = ["BatchWriteItem", "DeleteItem", "DescribeTable", "GetItem", "PutItem", "Query", "UpdateItem"];

export function mayUseTable(table: Table, key: Key): PolicyStatement[] {
  const indexes = (tableShape("").GlobalSecondaryIndexes ?? []).map(
    ({ IndexName }) => `${table.tableArn}/index/${IndexName}`,
  );
  return [
    new PolicyStatement({
      effect: Effect.ALLOW,
      actions: STORE_ACTIONS.map((action) => `dynamodb:${action}`),
      resources: [table.tableArn, ...indexes],
    }),
    mayUseKey(key, "dynamodb", KEY_USE),
  ];
}

export function mayReadSecrets(secrets: ISecret[], key: Key): PolicyStatement[] {
  return [
    new PolicyStatement({
      actions: ["secretsmanager:GetSecretValue"],
      resources: secrets.map((secret) => secret.secretArn),
    }),
    mayUseKey(key, "secretsmanager", ["kms:Decrypt"]),
  ];
}

/** Opens payload keys, and nothing else that was encrypted under the key (`PAYLOAD_KMS_KEYS`). */
export function mayOpenPayloadKeys(key: Key): PolicyStatement {
  return new PolicyStatement({
    actions: ["kms:Decrypt"],
    resources: [key.keyArn],
    conditions: { StringEquals: { "kms:EncryptionContext:purpose": PURPOSE } },
  });
}

export function mayWriteLogs(logs: LogGroup): PolicyStatement {
  return new PolicyStatement({
    actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
    resources: [logs.logGroupArn],
  });
}

/** The key through that service only. */
function mayUseKey(key: Key, service: string, actions: string[]): PolicyStatement {
  return new PolicyStatement({
    actions,
    resources: [key.keyArn],
    conditions: { StringEquals: { "kms:ViaService": `${service}.${Stack.of(key).region}.amazonaws.com` } },
  });
}
