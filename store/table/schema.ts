/** The table's schema, and its creation on an engine without it. */
import { setTimeout as sleep } from "node:timers/promises";
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import { ParleyError } from "../../domain/errors.ts";
import { faultOf, isNamed } from "../faults.ts";
import type { Table } from "./table.ts";

const STRING_KEYS = ["PK", "SK", "GSI1PK", "GSI1SK", "GSI2PK"];
/** Milliseconds. AWS takes some ten seconds for a table with two indexes. */
const LONGEST_WAIT = 60_000;

/** Lists go over GSI1, lists of one status over the sparse GSI2; both newest first. */
export function tableShape(TableName: string): CreateTableCommandInput {
  return {
    TableName,
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: STRING_KEYS.map((AttributeName) => ({ AttributeName, AttributeType: "S" as const })),
    KeySchema: keySchema("PK", "SK"),
    GlobalSecondaryIndexes: [
      { IndexName: "GSI1", KeySchema: keySchema("GSI1PK", "GSI1SK"), Projection: { ProjectionType: "ALL" } },
      { IndexName: "GSI2", KeySchema: keySchema("GSI2PK", "GSI1SK"), Projection: { ProjectionType: "ALL" } },
    ],
  };
}

function keySchema(hash: string, range: string) {
  return [
    { AttributeName: hash, KeyType: "HASH" as const },
    { AttributeName: range, KeyType: "RANGE" as const },
  ];
}

/** Creates the table unless it is there, and waits until it is active. Two may do so at once. */
export async function ensureTable(table: Table): Promise<void> {
  const deadline = Date.now() + LONGEST_WAIT;
  const isNew = (await stateOf(table)) === "absent";
  if (isNew) await create(table);
  for (let wait = 5; (await stateOf(table)) !== "active"; wait = Math.min(1000, wait * 2)) {
    if (Date.now() > deadline) throw new ParleyError("unavailable", `the table ${table.name} does not become active`);
    await sleep(wait);
  }
  if (isNew) await letExpire(table);
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

async function stateOf(table: Table): Promise<"absent" | "coming" | "active"> {
  try {
    const { Table: found } = await table.client.send(new DescribeTableCommand({ TableName: table.name }));
    const indexes = found?.GlobalSecondaryIndexes ?? [];
    const active = found?.TableStatus === "ACTIVE" && indexes.every((index) => index.IndexStatus === "ACTIVE");
    return active ? "active" : "coming";
  } catch (error) {
    if (isNamed(error, "ResourceNotFoundException")) return "absent";
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
