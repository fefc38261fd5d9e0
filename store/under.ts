/** All that stands in a partition under one prefix of sort keys, read consistently to the last page. */
import { readBody } from "./bodies.ts";
import type { Item } from "./keys.ts";
import type { Table } from "./table.ts";

/** Parts of large items stand beside them. */
export async function itemsUnder(table: Table, PK: string, prefix: string): Promise<Item[]> {
  const items: Item[] = [];
  let start: Item | null = null;
  do {
    const page: Awaited<ReturnType<Table["query"]>> = await table.query({
      KeyConditionExpression: "PK = :pk AND begins_with(SK, :prefix)",
      ExpressionAttributeValues: { ":pk": PK, ":prefix": prefix },
      ConsistentRead: true,
      ...(start && { ExclusiveStartKey: start }),
    });
    items.push(...page.items);
    start = page.last;
  } while (start);
  return items;
}

/** Items without the parts that stand beside them. */
export function headsOf(items: Item[]): Item[] {
  return items.filter((item) => !item.SK.includes("#PART#"));
}

/** What was stored with `writeBody`. */
export async function valuesUnder<T>(table: Table, PK: string, prefix: string): Promise<T[]> {
  const items = await itemsUnder(table, PK, prefix);
  return Promise.all(headsOf(items).map(async (item) => JSON.parse(await readBody(table, item, items)) as T));
}
