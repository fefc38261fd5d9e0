/**
 * Gives a table of an older version the indexes of this one, then removes the older ones: one change at a time, since an
 * engine makes no two at once. It may be cut off anywhere and goes on at the next start; meanwhile the older indexes serve.
 */
import { setTimeout as sleep } from "node:timers/promises";
import {
  type GlobalSecondaryIndexUpdate,
  ListTagsOfResourceCommand,
  type TableDescription,
  UpdateTableCommand,
} from "@aws-sdk/client-dynamodb";
import { isNamed } from "../faults.ts";
import { INDEXES, shapeOf } from "./indexes.ts";
import type { Table } from "./table.ts";

/** Milliseconds. A table with much in it takes longer: the next start goes on. */
const LONGEST = 20_000;

/** Never fails: without the rights, or on an engine that cannot change indexes (dynalite), the older ones remain. */
export async function upgradeIndexes(table: Table, describe: () => Promise<TableDescription | null>): Promise<void> {
  const deadline = Date.now() + LONGEST;
  let asked = "";
  for (let wait = 20; Date.now() < deadline; wait = Math.min(1000, wait * 2)) {
    const found = await describe().catch(() => null);
    const change = found && changeOf(found);
    if (!found || !change) return;
    const isBusy =
      found.TableStatus !== "ACTIVE" || indexesOf(found).some(({ IndexStatus }) => IndexStatus !== "ACTIVE");
    if (!isBusy) {
      // Nothing has come of the same request: this engine ignores it.
      if (asked === JSON.stringify(change)) return;
      if (asked === "" && (await isOfStack(table, found))) return;
      asked = JSON.stringify(change);
      if (!(await update(table, found, change))) return;
    }
    await sleep(wait);
  }
}

function indexesOf(found: TableDescription) {
  return found.GlobalSecondaryIndexes ?? [];
}

/** The next one; null: there is nothing left to do. An older index goes once its successor can be read. */
function changeOf(found: TableDescription): GlobalSecondaryIndexUpdate | null {
  const statuses = new Map(indexesOf(found).map(({ IndexName, IndexStatus }) => [IndexName, IndexStatus]));
  const missing = INDEXES.find(({ name }) => !statuses.has(name));
  if (missing) return { Create: shapeOf(missing) };
  const obsolete = INDEXES.find(({ older }) => statuses.has(older));
  return obsolete ? { Delete: { IndexName: obsolete.older } } : null;
}

/** False: it may not be done, or not here. Another process may have asked for the same. */
async function update(table: Table, found: TableDescription, change: GlobalSecondaryIndexUpdate): Promise<boolean> {
  const request = new UpdateTableCommand({
    TableName: table.name,
    ...(change.Create && { AttributeDefinitions: found.AttributeDefinitions }),
    GlobalSecondaryIndexUpdates: [change],
  });
  return table.client.send(request).then(
    () => true,
    (error: Error) => BUSY.includes(error.name),
  );
}

const BUSY = ["ResourceInUseException", "LimitExceededException"];

/** A stack of CloudFormation changes its table itself (docs/aws.md#a-table-of-an-older-version). */
async function isOfStack(table: Table, { TableArn }: TableDescription): Promise<boolean> {
  try {
    const { Tags = [] } = await table.client.send(new ListTagsOfResourceCommand({ ResourceArn: TableArn }));
    return Tags.some(({ Key }) => Key === "aws:cloudformation:stack-name");
  } catch (error) {
    // A local engine may have no tags. A process that may not read them cannot know.
    return isNamed(error, "AccessDeniedException");
  }
}
