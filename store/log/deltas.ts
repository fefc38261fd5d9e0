/**
 * Text deltas of debates that are over. They are dropped a while after the end: their items get the table's
 * time to live, readers pass over what has expired, and a sweep removes what an engine without it has kept.
 */

import type { OpenDebateItems } from "../debates/open-debates.ts";
import type { DebateKey } from "../port/debates.ts";
import type { Upkeep } from "../port/upkeep.ts";
import { inTurn } from "../table/in-turn.ts";
import { debateKey, type Item } from "../table/keys.ts";
import { pagesOf, under } from "../table/queries.ts";
import type { Table } from "../table/table.ts";

const AT_ONCE = 25;

export function createDeltas(table: Table, ended: OpenDebateItems): Pick<Upkeep, "expireDeltas" | "dropDeltas"> {
  /** Calls `work` with every delta item of the log. */
  async function forEach(key: DebateKey, work: (item: Item) => Promise<unknown>): Promise<void> {
    const { ExpressionAttributeValues: values, ...events } = under(debateKey(key), "EVENT#");
    const deltas = {
      ...events,
      FilterExpression: "#deltas = :yes",
      ProjectionExpression: "PK, SK",
      ExpressionAttributeNames: { "#deltas": "deltas" },
      ExpressionAttributeValues: { ...values, ":yes": true },
    };
    for await (const items of pagesOf(table, deltas)) await inTurn(items, work, AT_ONCE);
  }

  return {
    async expireDeltas(key, expiresAt) {
      await forEach(key, ({ PK, SK }) => table.updateWhere({ PK, SK, set: { expiresAt }, where: { deltas: true } }));
      await ended.mark(key);
    },
    async dropDeltas(key) {
      await forEach(key, ({ PK, SK }) => table.remove({ PK, SK }));
      await ended.forget(key);
    },
  };
}
