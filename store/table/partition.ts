/** Empties a partition: its keys are read page by page and deleted in batches. */
import { setTimeout as sleep } from "node:timers/promises";
import { BatchWriteCommand, type BatchWriteCommandOutput, type DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { pagesOf, partition, type Queried } from "./queries.ts";

/** DynamoDB takes so many writes at once. */
const BATCH = 25;
const PAUSE_MS = { first: 20, longest: 1_000 };

interface Emptying extends Queried {
  name: string;
  documents: DynamoDBDocumentClient;
}

type Writes = NonNullable<BatchWriteCommandOutput["UnprocessedItems"]>;

/** `keep` are sort keys of what stays. May be repeated: it goes on where it was cut off. */
export async function removePartition(table: Emptying, pk: string, keep: string[]): Promise<void> {
  const keys = { ...partition(pk), ProjectionExpression: "PK, SK", ConsistentRead: true };
  for await (const page of pagesOf(table, keys)) {
    const writes = page
      .filter(({ SK }) => !keep.includes(SK))
      .map(({ PK, SK }) => ({ DeleteRequest: { Key: { PK, SK } } }));
    for (let at = 0; at < writes.length; at += BATCH) await writeBatch(table, writes.slice(at, at + BATCH));
  }
}

/** An engine under load does a part of a batch and names the rest. */
async function writeBatch({ documents, name }: Emptying, writes: Writes[string]): Promise<void> {
  let rest: Writes = { [name]: writes };
  for (let pause = PAUSE_MS.first; ; pause = Math.min(PAUSE_MS.longest, pause * 2)) {
    const { UnprocessedItems } = await documents.send(new BatchWriteCommand({ RequestItems: rest }));
    rest = UnprocessedItems ?? {};
    if ((rest[name] ?? []).length === 0) return;
    await sleep(pause);
  }
}
