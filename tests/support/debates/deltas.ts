/** The text deltas of a debate as they are stored. */
import { debateKey, type Item } from "../../../store/table/keys.table.ts";
import { itemsUnder } from "../../../store/table/queries.ts";
import { createTable, type Table } from "../../../store/table/table.ts";
import { LOCAL_CREDENTIALS } from "../servers/dynamodb.ts";
import type { World } from "../world.ts";

export async function withTable<T>(world: World, work: (table: Table) => Promise<T>): Promise<T> {
  const table = createTable({ ...world.table, credentials: LOCAL_CREDENTIALS });
  try {
    return await work(table);
  } finally {
    table.close();
  }
}

export function storedItems(world: World, debateId: string): Promise<Item[]> {
  return withTable(world, (table) => itemsUnder(table, debateKey({ tenant: "default", debateId }), "EVENT#"));
}

export async function storedDeltas(world: World, debateId: string): Promise<Item[]> {
  return (await storedItems(world, debateId)).filter((item) => item["deltas"] === true);
}

/** Their time is over: an engine without a time to live keeps them, and readers take them for gone. */
export async function expireDeltas(world: World, debateId: string): Promise<void> {
  const deltas = await storedDeltas(world, debateId);
  await withTable(world, async (table) => {
    for (const item of deltas) await table.put({ ...item, expiresAt: Math.floor(Date.now() / 1000) - 1 });
  });
}
