/** Empties a partition: its keys are read page by page and deleted in batches. */
import { setTimeout as sleep } from "node:timers/promises";
import {
  BatchWriteCommand,
  type BatchWriteCommandOutput,
  type DynamoDBDocumentClient,
  QueryCommand,
} from "@aws-sdk/lib-dynamodb";
import type { ItemKey } from "./keys.ts";

/** DynamoDB takes so many writes at once. */
const BATCH = 25;
const PAUSE_MS = { first: 20, longest: 1_000 };

interface Partition {
  TableName: string;
  pk: string;
  /** Sort keys of what stays. */
  keep: string[];
}

type Writes = NonNullable<BatchWriteCommandOutput["UnprocessedItems"]>;

/** May be repeated: it goes on where it was cut off. */
export async function removePartition(documents: DynamoDBDocumentClient, partition: Partition): Promise<void> {
  let start: Record<string, unknown> | undefined;
  do {
    const page = await documents.send(keysOf(partition, start));
    const keys = ((page.Items ?? []) as ItemKey[]).filter(({ SK }) => !partition.keep.includes(SK));
    for (let at = 0; at < keys.length; at += BATCH)
      await removeBatch(documents, partition.TableName, keys.slice(at, at + BATCH));
    start = page.LastEvaluatedKey;
  } while (start);
}

function keysOf({ TableName, pk }: Partition, start: Record<string, unknown> | undefined): QueryCommand {
  return new QueryCommand({
    TableName,
    KeyConditionExpression: "PK = :pk",
    ExpressionAttributeValues: { ":pk": pk },
    ProjectionExpression: "PK, SK",
    ConsistentRead: true,
    ...(start && { ExclusiveStartKey: start }),
  });
}

/** An engine under load does a part of a batch and names the rest. */
async function removeBatch(documents: DynamoDBDocumentClient, table: string, keys: ItemKey[]): Promise<void> {
  let rest: Writes = { [table]: keys.map(({ PK, SK }) => ({ DeleteRequest: { Key: { PK, SK } } })) };
  for (let pause = PAUSE_MS.first; ; pause = Math.min(PAUSE_MS.longest, pause * 2)) {
    const { UnprocessedItems } = await documents.send(new BatchWriteCommand({ RequestItems: rest }));
    rest = UnprocessedItems ?? {};
    if ((rest[table] ?? []).length === 0) return;
    await sleep(pause);
  }
}
