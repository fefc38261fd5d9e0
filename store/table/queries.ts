/** Queries of one partition. */
import type { QueryCommandInput } from "@aws-sdk/client-dynamodb";
import type { Plain } from "./documents.ts";
import type { Item } from "./keys.table.ts";

export type QueryInput = Plain<QueryCommandInput>;

export interface Queried {
  /** One page. */
  query(input: QueryInput): Promise<{ items: Item[]; last: Item | null }>;
}

/** All items of a partition, of the table or of an index. */
export function partition(pk: string, key = "PK") {
  return { KeyConditionExpression: `${key} = :pk`, ExpressionAttributeValues: { ":pk": pk } };
}

/** Those whose sort keys begin like this, read consistently. */
export function under(pk: string, prefix: string) {
  return {
    KeyConditionExpression: "PK = :pk AND begins_with(SK, :prefix)",
    ExpressionAttributeValues: { ":pk": pk, ":prefix": prefix },
    ConsistentRead: true,
  };
}

/** Reads to the last page. */
export async function* pagesOf(table: Queried, query: QueryInput): AsyncGenerator<Item[]> {
  let start: Item | null = null;
  do {
    const page: Awaited<ReturnType<Queried["query"]>> = await table.query({
      ...query,
      ...(start && { ExclusiveStartKey: start }),
    });
    yield page.items;
    start = page.last;
  } while (start);
}

/** Parts of large items too. */
export async function itemsUnder(table: Queried, pk: string, prefix: string): Promise<Item[]> {
  return (await Array.fromAsync(pagesOf(table, under(pk, prefix)))).flat();
}

/** Items without the parts of large ones. */
export function headsOf(items: Item[]): Item[] {
  return items.filter((item) => !item.SK.includes("#PART#"));
}
