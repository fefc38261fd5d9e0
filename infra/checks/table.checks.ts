/** What Parley needs of a DynamoDB table that it has not made just now. */
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type KeySchemaElement,
  type TableDescription,
  type TimeToLiveDescription,
} from "@aws-sdk/client-dynamodb";
import { isNamed } from "../../store/base/faults.store.ts";
import { INDEXES, shapeOf } from "../../store/table/indexes.ts";
import { tableShape } from "../../store/table/schema.table.ts";
import { createTable, type TableOptions } from "../../store/table/table.ts";
import { type Check, type Finding, findingsOf, no, unseen, yes } from "./check.checks.ts";

interface TableSeen {
  name: string;
  /** null: there is no such table. */
  table: TableDescription | null;
  /** Not Amazon's: it may not know what such a table can have. */
  isLocal: boolean;
  /** null: this engine or these rights do not show it. */
  expiry: TimeToLiveDescription | null;
  /** Point-in-time recovery; null as above. */
  recovers: boolean | null;
}

const EXPIRY = "Enabled=true,AttributeName=expiresAt";

const TABLE: Check<TableSeen> = {
  name: "table",
  look: ({ name, table }) => (table ? yes(`${name} is ${table.TableStatus}`) : no(`there is no table ${name}`)),
  costs: "Parley creates it at its start, if its rights allow that",
  mend: "The stack for AWS (docs/aws.md) creates it with recovery.",
};

const CHECKS: Check<TableSeen>[] = [
  TABLE,
  {
    name: "keys",
    look: ({ name, table }) => {
      const found = keysOf(table?.KeySchema);
      return found === keysOf(tableShape(name).KeySchema) ? yes(found) : no(`they are ${found}`);
    },
    costs: "this is no table of Parley's, so nothing can be stored",
    mend: "Use another table (DYNAMODB_TABLE): keys cannot be changed.",
    isRequired: true,
  },
  {
    name: "indexes",
    look: ({ table }) => {
      const found = new Map(table?.GlobalSecondaryIndexes?.map((index) => [index.IndexName, keysOf(index.KeySchema)]));
      const lacking = INDEXES.filter((index) => found.get(index.name) !== keysOf(shapeOf(index).KeySchema));
      const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(", ");
      return lacking.length === 0 ? yes(names(INDEXES)) : no(`it lacks ${names(lacking)}`);
    },
    costs: "debates cannot be listed",
    mend: "Add them as docs/design/storage.md has them, or use another table (DYNAMODB_TABLE).",
    isRequired: true,
  },
  {
    name: "expiry",
    look: ({ expiry, isLocal }) => {
      const { AttributeName: name, TimeToLiveStatus: status = "not shown" } = expiry ?? {};
      if (name === "expiresAt" && status.startsWith("ENABL")) return yes("by expiresAt");
      return expiry === null || isLocal ? unseen(status) : no(`time to live is ${status}`);
    },
    costs: "what has expired is read and deleted by the sweep, which Amazon bills",
    mend: ({ name }) =>
      `Switch it on: aws dynamodb update-time-to-live --table-name ${name} --time-to-live-specification ${EXPIRY}`,
  },
  {
    name: "recovery",
    look: ({ recovers }) => {
      if (recovers === null) return unseen("not shown");
      return recovers ? yes("to any second of the last days") : no("point-in-time recovery is off");
    },
    costs: "debates that are deleted or overwritten by mistake are gone",
    mend: ({ name }) =>
      `Switch it on: aws dynamodb update-continuous-backups --table-name ${name} --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true`,
  },
  {
    name: "throttling",
    look: ({ table }) => {
      const { ReadCapacityUnits: read = 0, WriteCapacityUnits: write = 0 } = table?.ProvisionedThroughput ?? {};
      if (table?.BillingModeSummary?.BillingMode !== "PAY_PER_REQUEST" && read + write > 0)
        return no(`${read} reads and ${write} writes a second are provisioned`);
      const { MaxReadRequestUnits: reads = -1, MaxWriteRequestUnits: writes = -1 } = table?.OnDemandThroughput ?? {};
      return reads > 0 || writes > 0
        ? no(`a maximum is set: ${reads} reads, ${writes} writes a second`)
        : yes("on demand");
    },
    costs: "above that DynamoDB throttles, and debates wait",
    mend: ({ name }) => `Lift it: aws dynamodb update-table --table-name ${name} --billing-mode PAY_PER_REQUEST`,
  },
];

/** Only the table, where that is missing. Throws `ParleyError` if the engine does not answer. */
export async function checkTable(options: TableOptions): Promise<Finding[]> {
  const seen = await seeTable(options);
  return findingsOf("DynamoDB", { checks: seen.table ? CHECKS : [TABLE], seen });
}

async function seeTable(options: TableOptions): Promise<TableSeen> {
  const { client, name, close } = createTable(options);
  const isLocal = options.endpoint !== null;
  const asked = { TableName: name };
  try {
    const table = await client.send(new DescribeTableCommand(asked)).catch((error: unknown) => {
      if (isNamed(error, "ResourceNotFoundException")) return { Table: undefined };
      throw error;
    });
    const [expiry, backups] = await Promise.all([
      client.send(new DescribeTimeToLiveCommand(asked)).catch(() => null),
      client.send(new DescribeContinuousBackupsCommand(asked)).catch(() => null),
    ]);
    const recovery = backups?.ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus;
    const recovers = recovery === undefined ? null : recovery === "ENABLED";
    return { name, isLocal, table: table.Table ?? null, expiry: expiry?.TimeToLiveDescription ?? null, recovers };
  } finally {
    close();
  }
}

/** For example `PK HASH, SK RANGE`. */
function keysOf(schema: KeySchemaElement[] | undefined): string {
  return (schema ?? []).map(({ AttributeName, KeyType }) => `${AttributeName} ${KeyType}`).join(", ");
}
