/** Empties a partition: its keys are read page by page and deleted in batches. */
import { removeAll } from "./batch.ts";
import type { Documents } from "./documents.ts";
import { pagesOf, partition } from "./queries.ts";

/** `keep` are sort keys of what stays. May be repeated: it goes on where it was cut off. */
export async function removePartition(documents: Documents, pk: string, keep: string[]): Promise<void> {
  const keys = { ...partition(pk), ProjectionExpression: "PK, SK", ConsistentRead: true };
  for await (const page of pagesOf(documents, keys))
    await removeAll(
      documents,
      page.filter(({ SK }) => !keep.includes(SK)),
    );
}
