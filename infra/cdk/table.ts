/** The table (docs/design/storage.md#32-the-table), in the shape that the store creates elsewhere. */
import type { Stack } from "aws-cdk-lib";
import { AttributeType, BillingMode, ProjectionType, Table, TableEncryption } from "aws-cdk-lib/aws-dynamodb";
import type { Key } from "aws-cdk-lib/aws-kms";
import { tableShape } from "../../store/table/schema.ts";
import { removalOf } from "./rules/rules.ts";
import type { Stage } from "./stages.ts";

type KeySchema = { AttributeName: string | undefined }[] | undefined;

export function addTable(stack: Stack, { stage, key }: { stage: Stage; key: Key }): Table {
  const shape = tableShape(`parley-${stage.name}`);
  const table = new Table(stack, "Table", {
    ...keysOf(shape.KeySchema),
    tableName: shape.TableName,
    billingMode: BillingMode.PAY_PER_REQUEST,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    timeToLiveAttribute: "expiresAt",
    deletionProtection: true,
    encryption: TableEncryption.CUSTOMER_MANAGED,
    encryptionKey: key,
    removalPolicy: removalOf(stage),
  });
  for (const index of shape.GlobalSecondaryIndexes ?? [])
    table.addGlobalSecondaryIndex({
      indexName: index.IndexName ?? "",
      ...keysOf(index.KeySchema),
      projectionType: ProjectionType.ALL,
    });
  return table;
}

function keysOf(schema: KeySchema) {
  const [hash, range] = (schema ?? []).map(({ AttributeName }) => ({
    name: AttributeName ?? "",
    type: AttributeType.STRING,
  }));
  if (!hash || !range) throw new Error("every key of the store has two parts");
  return { partitionKey: hash, sortKey: range };
}
