/** The table's schema, and its creation on an engine without it. */
import { setTimeout as sleep } from "node:timers/promises";
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  type TableDescription,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import { ParleyError } from "../../domain/base/errors.base.ts";
import { faultOf, isNamed } from "../base/faults.store.ts";
import { INDEXES, shapeOf } from "./indexes.ts";
import type { Table } from "./table.ts";

const STRING_KEYS = ["PK", "SK", "GSI1PK", "GSI1SK", "GSI2PK"];
/** Milliseconds. AWS takes some ten seconds for a table with two indexes. */
const LONGEST_WAIT = 60_000;

export function tableShape(TableName: string): CreateTableCommandInput {
  return {
    TableName,
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: STRING_KEYS.map((AttributeName) => ({ AttributeName, AttributeType: "S" as const })),
    KeySchema: [
      { AttributeName: "PK", KeyType: "HASH" },
      { AttributeName: "SK", KeyType: "RANGE" },
    ],
    GlobalSecondaryIndexes: INDEXES.map(shapeOf),
  };
}

/** Creates the table unless it is there, and waits until it can be used. Two may do so at once. */
export async function ensureTable(table: Table): Promise<void> {
  const deadline = Date.now() + LONGEST_WAIT;
  const isNew = (await describe(table)) === null;
  if (isNew) await create(table);
  for (let wait = 5; !isUsable(await describe(table)); wait = Math.min(1000, wait * 2)) {
    if (Date.now() > deadline) throw new ParleyError("unavailable", `the table ${table.name} does not become active`);
    await sleep(wait);
  }
  if (isNew) await letExpire(table);
}

/** Every list has an index that can be read. */
function isUsable(found: TableDescription | null): boolean {
  const active = new Set(
    (found?.GlobalSecondaryIndexes ?? []).flatMap(({ IndexName = "", IndexStatus }) =>
      IndexStatus === "ACTIVE" ? [IndexName] : [],
    ),
  );
  const isThere = found?.TableStatus === "ACTIVE" || found?.TableStatus === "UPDATING";
  return isThere && INDEXES.every(({ name }) => active.has(name));
}

/** dynalite lacks this call; a second call finds it done. Readers treat an expired item as absent anyway. */
const NOT_NEEDED = ["UnknownOperationException", "ValidationException"];

async function letExpire(table: Table): Promise<void> {
  const TimeToLiveSpecification = { AttributeName: "expiresAt", Enabled: true };
  try {
    await table.client.send(new UpdateTimeToLiveCommand({ TableName: table.name, TimeToLiveSpecification }));
  } catch (error) {
    if (!NOT_NEEDED.some((name) => isNamed(error, name))) throw faultOf(error);
  }
}

/** null: there is none. */
async function describe(table: Table): Promise<TableDescription | null> {
  try {
    const { Table: found } = await table.client.send(new DescribeTableCommand({ TableName: table.name }));
    return found ?? null;
  } catch (error) {
    if (isNamed(error, "ResourceNotFoundException")) return null;
    throw faultOf(error);
  }
}

async function create(table: Table): Promise<void> {
  try {
    await table.client.send(new CreateTableCommand(tableShape(table.name)));
  } catch (error) {
    if (!isNamed(error, "ResourceInUseException")) throw faultOf(error);
  }
}
