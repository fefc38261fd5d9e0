/** The table (docs/design/storage.md#32-the-table), in the shape that the store creates elsewhere. */
import type { GlobalSecondaryIndex } from "@aws-sdk/client-dynamodb";
import type { Stack } from "aws-cdk-lib";
import { AttributeType, BillingMode, ProjectionType, Table, TableEncryption } from "aws-cdk-lib/aws-dynamodb";
import type { Key } from "aws-cdk-lib/aws-kms";
import { INDEXES, LISTS, olderShapeOf, STATUSES, shapeOf } from "../../store/table/indexes.ts";
import { tableShape } from "../../store/table/schema.ts";
import { removalOf } from "./rules/rules.ts";
import type { Stage } from "./stages.ts";

type KeySchema = { AttributeName: string | undefined }[] | undefined;

/**
 * The indexes of a table of an older version after each of the updates that bring it to this one: CloudFormation changes
 * one index in an update. The last are those of a new table.
 */
const STEPS: GlobalSecondaryIndex[][] = [
  [...INDEXES.map(olderShapeOf), shapeOf(LISTS)],
  [...INDEXES.map(olderShapeOf), ...INDEXES.map(shapeOf)],
  [olderShapeOf(STATUSES), ...INDEXES.map(shapeOf)],
  INDEXES.map(shapeOf),
];

/** Throws if there is no such step. */
export function tableStepOf(text: string): number {
  const step = Number(text);
  if (STEPS[step - 1]) return step;
  throw new Error(`the table's indexes change in the steps 1 to ${STEPS.length}; there is no step ${text}`);
}

interface TableInput {
  stage: Stage;
  key: Key;
  /** Missing: the last. */
  step?: number;
}

export function addTable(stack: Stack, { stage, key, step = STEPS.length }: TableInput): Table {
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
  for (const { IndexName = "", KeySchema, Projection } of STEPS[step - 1] ?? [])
    table.addGlobalSecondaryIndex({
      indexName: IndexName,
      ...keysOf(KeySchema),
      ...(Projection?.NonKeyAttributes
        ? { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: Projection.NonKeyAttributes }
        : { projectionType: ProjectionType.ALL }),
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
