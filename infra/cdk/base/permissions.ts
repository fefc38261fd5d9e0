/** Least privilege: every action and resource by name. */
import { Stack } from "aws-cdk-lib";
import type { Table } from "aws-cdk-lib/aws-dynamodb";
import { Effect, PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Key } from "aws-cdk-lib/aws-kms";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import type { ISecret } from "aws-cdk-lib/aws-secretsmanager";
import { INDEXES } from "../../../store/table/indexes.ts";
import { PURPOSE } from "../../codec/kms-keys.ts";
import { OBJECTS } from "./bucket.cdk-base.ts";
import { KEY_USE } from "./key.cdk-base.ts";
import type { Parts } from "./parts.cdk-base.ts";

/** What every process may do: use the table, read and remove files, read its own secrets, decrypt payload keys. */
export function mayServe(
  { table, bucket, key }: Pick<Parts, "table" | "bucket" | "key">,
  secrets: ISecret[],
): PolicyStatement[] {
  return [
    ...mayUseTable(table, key),
    ...mayUseFiles(bucket, key),
    ...mayReadSecrets(secrets, key),
    mayOpenPayloadKeys(key),
  ];
}

/** The requests of store/; nothing that creates, changes or deletes a table. */
const STORE_ACTIONS = [
  "BatchGetItem",
  "BatchWriteItem",
  "DeleteItem",
  "DescribeTable",
  "GetItem",
  "PutItem",
  "Query",
  "UpdateItem",
];

function mayUseTable(table: Table, key: Key): PolicyStatement[] {
  const indexes = INDEXES.map(({ name }) => `${table.tableArn}/index/${name}`);
  return [
    new PolicyStatement({
      effect: Effect.ALLOW,
      actions: STORE_ACTIONS.map((action) => `dynamodb:${action}`),
      resources: [table.tableArn, ...indexes],
    }),
    mayUseKey(key, "dynamodb", KEY_USE),
  ];
}

function mayUseFiles(bucket: Bucket, key: Key): PolicyStatement[] {
  return [
    new PolicyStatement({ actions: ["s3:DeleteObject", "s3:GetObject"], resources: [objectsOf(bucket)] }),
    mayUseKey(key, "s3", ["kms:Decrypt"]),
  ];
}

/** Only the API takes files. */
export function mayTakeFiles({ bucket, key }: Pick<Parts, "bucket" | "key">): PolicyStatement[] {
  return [
    new PolicyStatement({ actions: ["s3:PutObject"], resources: [objectsOf(bucket)] }),
    mayUseKey(key, "s3", ["kms:GenerateDataKey"]),
  ];
}

function objectsOf(bucket: Bucket): string {
  return bucket.arnForObjects(OBJECTS);
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

/** Decrypts payload keys (`PAYLOAD_KMS_KEYS`), and nothing else encrypted under the key. */
function mayOpenPayloadKeys(key: Key): PolicyStatement {
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

/** The key, through that service only. */
function mayUseKey(key: Key, service: string, actions: string[]): PolicyStatement {
  return new PolicyStatement({
    actions,
    resources: [key.keyArn],
    conditions: { StringEquals: { "kms:ViaService": `${service}.${Stack.of(key).region}.amazonaws.com` } },
  });
}
