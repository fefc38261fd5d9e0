/** Empties a partition: its keys are read page by page and deleted in batches. */
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { writeAll } from "./batch.ts";
import { pagesOf, partition, type Queried } from "./queries.ts";

interface Emptying extends Queried {
  name: string;
  documents: DynamoDBDocumentClient;
}

/** `keep` are sort keys of what stays. May be repeated: it goes on where it was cut off. */
export async function removePartition(table: Emptying, pk: string, keep: string[]): Promise<void> {
  const keys = { ...partition(pk), ProjectionExpression: "PK, SK", ConsistentRead: true };
  for await (const page of pagesOf(table, keys)) {
    const writes = page
      .filter(({ SK }) => !keep.includes(SK))
      .map(({ PK, SK }) => ({ DeleteRequest: { Key: { PK, SK } } }));
    await writeAll(table, writes);
  }
}
