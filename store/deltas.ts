/**
 * Text deltas of debates that are over. They are dropped a while after the end (spec §3.3): their items get the table's
 * time to live, readers pass over what has expired, and a sweep removes what an engine without it has kept.
 */
import { debateKey, type Item } from "./keys.ts";
import type { OpenDebateItems } from "./open-debates.ts";
import type { DebateKey, Deltas } from "./port/debates.ts";
import type { Table } from "./table.ts";

const AT_ONCE = 25;

export function createDeltas(table: Table, ended: OpenDebateItems): Deltas {
  /** Calls `work` with every delta item of the log. */
  async function forEach(key: DebateKey, work: (item: Item) => Promise<unknown>): Promise<void> {
    let start: Item | null = null;
    do {
      const page: Awaited<ReturnType<Table["query"]>> = await table.query({
        KeyConditionExpression: "PK = :pk AND begins_with(SK, :events)",
        FilterExpression: "#deltas = :yes",
        ProjectionExpression: "PK, SK",
        ExpressionAttributeNames: { "#deltas": "deltas" },
        ExpressionAttributeValues: { ":pk": debateKey(key), ":events": "EVENT#", ":yes": true },
        ConsistentRead: true,
        ...(start && { ExclusiveStartKey: start }),
      });
      for (let at = 0; at < page.items.length; at += AT_ONCE)
        await Promise.all(page.items.slice(at, at + AT_ONCE).map(work));
      start = page.last;
    } while (start);
  }

  return {
    list: (place) => ended.list(place),
    async expire(key, expiresAt) {
      await forEach(key, ({ PK, SK }) => table.updateWhere({ PK, SK, set: { expiresAt }, where: { deltas: true } }));
      await ended.mark(key);
    },
    async drop(key) {
      await forEach(key, ({ PK, SK }) => table.remove({ PK, SK }));
      await ended.forget(key);
    },
  };
}
