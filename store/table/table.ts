/** One DynamoDB table: single-item conditional writes and consistent reads, nothing that an engine may lack. */
import { DynamoDBClient, type UpdateItemCommandInput } from "@aws-sdk/client-dynamodb";
import { type AwsPlace, clientOf, unsigned } from "../base/aws.ts";
import { attempt, faultOf, isNamed } from "../base/faults.store.ts";
import { getAll, removeAll } from "./batch.ts";
import { ABSENT, isEqual, isExpired, isOlder, PRESENT, setting } from "./conditions.ts";
import { createDocuments, type Documents, type Plain } from "./documents.ts";
import { createIndexQuery, type Index } from "./indexes.ts";
import type { Item, ItemKey } from "./keys.table.ts";
import { pagesOf, partition, type QueryInput } from "./queries.ts";

export interface TableOptions extends AwsPlace {
  table: string;
}

type Attributes = Record<string, unknown>;

export type Table = ReturnType<typeof createTable>;

/** They log, name the client and detect loops of functions, for nobody, and take a fifth of a request's CPU. */
const UNUSED_MIDDLEWARE = ["loggerMiddleware", "getUserAgentMiddleware", "recursionDetectionMiddleware"];

const PING_MS = 1800;
const REQUEST_MS = 5000;

export function createTable(options: TableOptions) {
  const place = { ...clientOf(options, REQUEST_MS), ...unsigned(options, "dynamodb") };
  const client = new DynamoDBClient({ ...place, cacheMiddleware: true });
  for (const name of UNUSED_MIDDLEWARE) client.middlewareStack.remove(name);
  const documents = createDocuments(client, options.table);
  const put = (item: Item, condition = {}) => documents.put({ Item: item, ...condition });
  const update = ({ PK, SK }: ItemKey, change: Omit<Plain<UpdateItemCommandInput>, "Key">) =>
    documents.update({ Key: { PK, SK }, ...change });
  const queryIndex = createIndexQuery(documents.query);
  return {
    name: options.table,
    client,
    /** A consistent read. */
    get: (key: ItemKey) => attempt(() => documents.get(key)),
    /** Those of the items that are there, in the order of their keys. Consistent. */
    getAll: (keys: readonly ItemKey[]) => attempt(() => getAll(documents, keys)),
    /**
     * Those of at most 100 different items that are there, in any order; one that was written just now may be missing,
     * and so may any when the engine is busy.
     */
    getMany: (keys: ItemKey[]) => attempt(async () => (await documents.getBatch(keys, { isConsistent: false })).items),
    put: (item: Item) => attempt(async () => void (await put(item))),
    /** False if the item exists already. */
    putIfAbsent: (item: Item) => conditional(() => put(item, ABSENT)),
    /** Replaces an item that has these attributes; false when it has not, or is not there. */
    putWhere: (item: Item, where: Attributes) => conditional(() => put(item, isEqual(where))),
    /** Sets attributes of an item that has those of `where`; false when it has not, or is not there. */
    updateWhere: ({ PK, SK, set, where }: ItemKey & { set: Attributes; where: Attributes }) =>
      conditional(() => update({ PK, SK }, setting(set, isEqual(where)))),
    /** Sets attributes of an item whose `version` is lower and that is not `closed`; false when there is none. */
    updateOlder: ({ PK, SK, set, version }: ItemKey & { version: number; set: Attributes }) =>
      conditional(() => update({ PK, SK }, setting({ ...set, version }, isOlder(version)))),
    /** Adds to a set of texts of an item, or deletes from it; false when the item is not there. */
    changeSet: ({ PK, SK, verb, set, value }: ItemKey & { verb: "ADD" | "DELETE"; set: string; value: string }) => {
      const change = {
        UpdateExpression: `${verb} #set :value`,
        ExpressionAttributeNames: { "#set": set },
        ExpressionAttributeValues: { ":value": new Set([value]) },
      };
      return conditional(() => update({ PK, SK }, { ...PRESENT, ...change }));
    },
    /** Sets an attribute of an item, or removes it (null); false when the item is not there. */
    mark({ PK, SK, name, value }: ItemKey & { name: string; value: string | null }) {
      const names = { ...PRESENT, ExpressionAttributeNames: { "#name": name } };
      const change =
        value === null
          ? { ...names, UpdateExpression: "REMOVE #name" }
          : { ...names, UpdateExpression: "SET #name = :value", ExpressionAttributeValues: { ":value": value } };
      return conditional(() => update({ PK, SK }, change));
    },
    remove: ({ PK, SK }: ItemKey) => attempt(async () => void (await documents.remove({ Key: { PK, SK } }))),
    /** Of the next `limit` items of the whole table, the keys of those that expired by then (seconds since 1970). */
    scanExpired({ seconds, limit, after }: { seconds: number; limit: number; after: ItemKey | null }) {
      const { expression: FilterExpression, ...values } = isExpired(seconds);
      const start = after && { ExclusiveStartKey: { PK: after.PK, SK: after.SK } };
      const scan = { FilterExpression, ...values, ProjectionExpression: "PK, SK", Limit: limit, ...start };
      return attempt(async () => {
        const { items, last } = await documents.scan(scan);
        return { keys: items, last };
      });
    },
    /** False when it is not there, or does not expire by then any more. */
    removeExpired({ PK, SK }: ItemKey, seconds: number) {
      const { expression: ConditionExpression, ...values } = isExpired(seconds);
      return conditional(() => documents.remove({ Key: { PK, SK }, ConditionExpression, ...values }));
    },
    /** Adds 1 to the `count` of an item, makes it when it is not there, and returns the new count. Not idempotent. */
    increment({ PK, SK, expiresAt }: ItemKey & { expiresAt: number }) {
      const change = {
        UpdateExpression: "SET #expiresAt = :expiresAt ADD #count :one",
        ExpressionAttributeNames: { "#count": "count", "#expiresAt": "expiresAt" },
        ExpressionAttributeValues: { ":one": 1, ":expiresAt": expiresAt },
        ReturnValues: "UPDATED_NEW" as const,
      };
      return attempt(async () => Number((await update({ PK, SK }, change))?.count));
    },
    /** Changes numbers of an item, makes it when it is not there, and returns it. `#name` and `:name` are those of `values`. */
    recount({ PK, SK }: ItemKey, expression: string, values: Record<string, number>) {
      const names = [...expression.matchAll(/#(\w+)/g)].map(([, name = ""]) => name);
      const change = {
        UpdateExpression: expression,
        ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
        ExpressionAttributeValues: Object.fromEntries(
          Object.entries(values).map(([name, value]) => [`:${name}`, value]),
        ),
        ReturnValues: "ALL_NEW" as const,
      };
      return attempt(async () => (await update({ PK, SK }, change)) ?? {});
    },
    /** Updates an item under a condition of its own; false when that does not hold. */
    change: (
      { PK, SK }: ItemKey,
      change: Omit<Plain<UpdateItemCommandInput>, "Key"> & { ConditionExpression: string },
    ) => conditional(() => update({ PK, SK }, change)),
    /** Removes a partition's items in batches, except those that `keep` names by their sort keys. */
    removeAll: (pk: string, keep: string[] = []) => attempt(() => removePartition(documents, pk, keep)),
    /** One page. */
    query: (input: QueryInput) => attempt(() => documents.query(input)),
    /** One page of an index, which may be late by a moment: keys, and what lists filter by. */
    queryIndex: (index: Index, input: QueryInput) => attempt(() => queryIndex(index, input)),
    /** Throws within two seconds when the engine does not answer. */
    ping: () =>
      attempt(
        async () =>
          void (await documents.get({ PK: "PING", SK: "PING" }, { abortSignal: AbortSignal.timeout(PING_MS) })),
      ),
    close: () => client.destroy(),
  };
}

/** A lost condition is an answer, not an error. */
async function conditional(request: () => Promise<unknown>): Promise<boolean> {
  try {
    await request();
    return true;
  } catch (error) {
    if (isNamed(error, "ConditionalCheckFailedException")) return false;
    throw faultOf(error);
  }
}

// Empties a partition: its keys are read page by page and deleted in batches.

/** `keep` are sort keys of what stays. May be repeated: it goes on where it was cut off. */
async function removePartition(documents: Documents, pk: string, keep: string[]): Promise<void> {
  const keys = { ...partition(pk), ProjectionExpression: "PK, SK", ConsistentRead: true };
  for await (const page of pagesOf(documents, keys))
    await removeAll(
      documents,
      page.filter(({ SK }) => !keep.includes(SK)),
    );
}
