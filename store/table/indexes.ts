/**
 * The table's indexes. They have keys and what lists filter by; the items themselves are read from the table, so a write
 * that changes neither is not billed again for each index. Tables of older versions have the same keys in indexes that
 * repeat whole items (`older`). Those serve as well, until `upgradeIndexes` or the stack has replaced them.
 */
import type { GlobalSecondaryIndex } from "@aws-sdk/client-dynamodb";
import { isNamed } from "../faults.ts";
import type { Item, ItemKey } from "./keys.ts";
import type { Queried, QueryInput } from "./queries.ts";

export interface Index {
  name: string;
  /** Its partition key; the sort key is `GSI1SK`. */
  key: "GSI1PK" | "GSI2PK";
  older: string;
}

/** A tenant's debates or keys, newest first. */
export const LISTS: Index = { name: "LISTS", key: "GSI1PK", older: "GSI1" };
/** Debates of one status, newest first: sparse. */
export const STATUSES: Index = { name: "STATUSES", key: "GSI2PK", older: "GSI2" };
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

/** As an older version has it. */
export function olderShapeOf(index: Index): GlobalSecondaryIndex {
  return { ...shapeOf(index), IndexName: index.older, Projection: { ProjectionType: "ALL" } };
}

/** Answers about an index that is not there, or not filled yet; DynamoDB Local has another one while it changes indexes. */
const UNREADABLE = ["ValidationException", "ResourceNotFoundException", "InternalFailure"];

/** What all indexes of the table have of an item. */
export type IndexEntry = ItemKey & { GSI1SK?: string };

export type IndexQuery = (index: Index, input: QueryInput) => Promise<{ entries: IndexEntry[]; last: Item | null }>;

/** Queries an index under the name that the table has for it, which may change meanwhile. */
export function createIndexQuery(query: Queried["query"]): IndexQuery {
  const names = new Map<string, string>();
  return async ({ name, older }, input) => {
    const known = names.get(name) ?? name;
    const other = known === name ? older : name;
    const ask = async (IndexName: string) => {
      const { items, last } = await query({ ...input, IndexName });
      return { entries: items as IndexEntry[], last };
    };
    try {
      return await ask(known);
    } catch (error) {
      if (!UNREADABLE.some((fault) => isNamed(error, fault))) throw error;
      const found = await ask(other).catch(() => Promise.reject(error));
      names.set(name, other);
      return found;
    }
  };
}
