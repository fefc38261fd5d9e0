/**
 * Lists of debates of all tenants for whoever sweeps, an item for each: those that are not over, made before their META
 * and removed with their end; and those that are over and still have their deltas. One that was left behind is
 * harmless, since META tells.
 */
import { createHash } from "node:crypto";
import { debateKey, type Item } from "./keys.ts";
import type { DebateKey, OpenDebates } from "./port/debates.ts";
import type { Table } from "./table.ts";

/** Partitions, so that no single one takes all creations. */
const SHARDS = 8;

export interface OpenDebateItems extends OpenDebates {
  register(key: DebateKey): Promise<void>;
  /** Notes that something was done about it. */
  mark(key: DebateKey): Promise<void>;
}

export function createOpenDebates(table: Table, list: "OPEN" | "ENDED" = "OPEN"): OpenDebateItems {
  const partition = (shard: number) => `${list}#${shard}`;

  function placeOf(key: DebateKey) {
    const SK = debateKey(key);
    const shard = createHash("sha256").update(SK).digest().readUInt8(0) % SHARDS;
    return { PK: partition(shard), SK };
  }

  return {
    register: (key) => table.put({ ...placeOf(key), tenant: key.tenant, id: key.debateId, registeredAt: Date.now() }),
    mark: async (key) =>
      void (await table.updateWhere({ ...placeOf(key), set: { marked: true }, where: { id: key.debateId } })),
    forget: (key) => table.remove(placeOf(key)),
    async list({ after, limit }) {
      const [shard, sk] = after ?? [0, null];
      const { items, last } = await table.query({
        KeyConditionExpression: "PK = :pk",
        ExpressionAttributeValues: { ":pk": partition(shard) },
        ConsistentRead: true,
        Limit: limit,
        ...(sk !== null && { ExclusiveStartKey: { PK: partition(shard), SK: sk } }),
      });
      const next: [number, string | null] | null = last
        ? [shard, last.SK]
        : shard + 1 < SHARDS
          ? [shard + 1, null]
          : null;
      return { debates: items.map(openOf), next };
    },
  };
}

function openOf({ tenant, id, registeredAt, marked }: Item) {
  return {
    tenant: tenant as string,
    debateId: id as string,
    registeredAt: registeredAt as number,
    marked: marked === true,
  };
}
