/**
 * The table's indexes. They have keys and what lists filter by; the items themselves are read from the table, so a write
 * that changes neither is not billed again for each index.
 */
import type { GlobalSecondaryIndex } from "@aws-sdk/client-dynamodb";
import type { Item, ItemKey } from "./keys.table.ts";
import type { Queried, QueryInput } from "./queries.ts";

export interface Index {
  name: string;
  /** Its partition key; the sort key is `GSI1SK`. */
  key: "GSI1PK" | "GSI2PK";
}

/** A tenant's debates or keys, newest first. */
export const LISTS: Index = { name: "LISTS", key: "GSI1PK" };
/** Debates of one status, newest first: sparse. */
export const STATUSES: Index = { name: "STATUSES", key: "GSI2PK" };
export const INDEXES: readonly Index[] = [LISTS, STATUSES];

export function shapeOf({ name, key }: Index): GlobalSecondaryIndex {
  return {
    IndexName: name,
    KeySchema: [
      { AttributeName: key, KeyType: "HASH" },
      { AttributeName: "GSI1SK", KeyType: "RANGE" },
    ],
    Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: ["format", "tags"] },
  };
}

/** What all indexes of the table have of an item. */
export type IndexEntry = ItemKey & { GSI1SK?: string };

export type IndexQuery = (index: Index, input: QueryInput) => Promise<{ entries: IndexEntry[]; last: Item | null }>;

export function createIndexQuery(query: Queried["query"]): IndexQuery {
  return async ({ name }, input) => {
    const { items, last } = await query({ ...input, IndexName: name });
    return { entries: items, last };
  };
}
