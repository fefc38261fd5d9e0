/** The table (docs/design/storage.md#32-the-table), in the shape that the store creates elsewhere. */
import type { Stack } from "aws-cdk-lib";
import { AttributeType, BillingMode, ProjectionType, Table, TableEncryption } from "aws-cdk-lib/aws-dynamodb";
import type { Key } from "aws-cdk-lib/aws-kms";
import { INDEXES, shapeOf } from "../../store/table/indexes.ts";
import { tableShape } from "../../store/table/schema.table.ts";
import { removalOf } from "./base/rules.ts";
import type { Stage } from "./base/stages.ts";

type KeySchema = { AttributeName: string | undefined }[] | undefined;

interface TableInput {
  stage: Stage;
  key: Key;
}

export function addTable(stack: Stack, { stage, key }: TableInput): Table {
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
  for (const { IndexName = "", KeySchema, Projection } of INDEXES.map(shapeOf))
    table.addGlobalSecondaryIndex({
      indexName: IndexName,
      ...keysOf(KeySchema),
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: Projection?.NonKeyAttributes ?? [],
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
