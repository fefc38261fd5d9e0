/**
 * The list for the sweep of debates that are not over, over all tenants, one item per debate: written before META, removed at
 * the end. A leftover item is harmless: META decides.
 */
import { createHash } from "node:crypto";
import type { DebateKey } from "../port/debates.port.ts";
import type { ListedDebate, ListPlace } from "../port/upkeep.ts";
import { debateKey, type Item } from "../table/keys.table.ts";
import { partition } from "../table/queries.ts";
import type { Table } from "../table/table.ts";

/** Partitions, so that no single one takes all creations. */
const SHARDS = 8;

export type OpenDebateItems = ReturnType<typeof createOpenDebates>;

export function createOpenDebates(table: Table) {
  const keyOf = (shard: number) => `OPEN#${shard}`;

  function itemOf(key: DebateKey) {
    const SK = debateKey(key);
    const shard = createHash("sha256").update(SK).digest().readUInt8(0) % SHARDS;
    return { PK: keyOf(shard), SK };
  }

  return {
    register: (key: DebateKey) =>
      table.put({ ...itemOf(key), tenant: key.tenant, id: key.debateId, registeredAt: Date.now() }),
    forget: (key: DebateKey) => table.remove(itemOf(key)),
    list: async ({ after, limit }: { after: ListPlace | null; limit: number }) => {
      const [shard, sk] = after ?? [0, null];
      const { items, last } = await table.query({
        ...partition(keyOf(shard)),
        ConsistentRead: true,
        Limit: limit,
        ...(sk !== null && { ExclusiveStartKey: { PK: keyOf(shard), SK: sk } }),
      });
      const next: ListPlace | null = last ? [shard, last.SK] : shard + 1 < SHARDS ? [shard + 1, null] : null;
      return { debates: items.map(openOf), next };
    },
  };
}

function openOf({ tenant, id, registeredAt }: Item): ListedDebate {
  return {
    tenant: tenant as string,
    debateId: id as string,
    registeredAt: registeredAt as number,
  };
}
