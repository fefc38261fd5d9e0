/**
 * Text deltas that older versions wrote without a time to live: once their debate is over, the sweep gives them one, and
 * removes what an engine without it has kept. Others have theirs from the beginning, and need no sweep.
 */

import type { OpenDebateItems } from "../debates/open-debates.ts";
import type { DebateKey } from "../port/debates.ts";
import type { Upkeep } from "../port/upkeep.ts";
import { inTurn } from "../table/in-turn.ts";
import { debateKey, type Item, metaKey } from "../table/keys.ts";
import { pagesOf, under } from "../table/queries.ts";
import type { Table } from "../table/table.ts";

const AT_ONCE = 25;

/** An attribute of META: all deltas of the debate expire by themselves. */
export const DELTAS_EXPIRE = { deltasExpire: true };

/** Lists a debate that ends, if the sweep has anything to do about its deltas. */
export async function registerEnd(table: Table, ended: OpenDebateItems, key: DebateKey): Promise<void> {
  const meta = await table.get(metaKey(key));
  if (meta?.["deltasExpire"] !== true) await ended.register(key);
}

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
