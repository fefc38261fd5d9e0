/** Erases a debate: the idempotency records that point at it, then all it is made of, META last. */
import type { Cache } from "./cache.ts";
import type { createIdempotency } from "./idempotency.ts";
import { debateKey, type Item, META, POINTER } from "./keys.ts";
import type { createLog } from "./log.ts";
import type { DebateKey, Store } from "./port.ts";
import type { Table } from "./table.ts";

interface Erasure {
  table: Table;
  cache: Cache;
  log: Pick<ReturnType<typeof createLog>, "forget">;
  idempotency: Pick<ReturnType<typeof createIdempotency>, "forget">;
}

/** Whoever reads META still finds it until all else is gone, so an erasure that was cut off can be repeated. */
export function createErasure({ table, cache, log, idempotency }: Erasure): Store["eraseDebate"] {
  async function pointersTo(pk: string): Promise<string[]> {
    const keys: string[] = [];
    let start: Item | null = null;
    do {
      const page: Awaited<ReturnType<Table["query"]>> = await table.query({
        KeyConditionExpression: "PK = :pk AND begins_with(SK, :pointer)",
        ExpressionAttributeValues: { ":pk": pk, ":pointer": POINTER },
        ConsistentRead: true,
        ...(start && { ExclusiveStartKey: start }),
      });
      keys.push(...page.items.map((item) => item.key as string));
      start = page.last;
    } while (start);
    return keys;
  }

  return async (debate: DebateKey) => {
    const pk = debateKey(debate);
    for (const key of await pointersTo(pk)) await idempotency.forget(debate.tenant, key);
    await table.removeAll(pk, [META]);
    await table.remove({ PK: pk, SK: META });
    log.forget(debate);
    cache.deletePartition(pk);
  };
}
