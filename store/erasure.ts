/** Erases a debate: the idempotency records that point at it, then all it is made of, META last. */
import type { Cache } from "./cache.ts";
import type { createIdempotency } from "./idempotency.ts";
import { debateKey, META, POINTER } from "./keys.ts";
import type { createLog } from "./log.ts";
import type { DebateKey } from "./port/debates.ts";
import type { Store } from "./port.ts";
import type { Table } from "./table.ts";
import { itemsUnder } from "./under.ts";

interface Erasure {
  table: Table;
  cache: Cache;
  log: Pick<ReturnType<typeof createLog>, "forget">;
  idempotency: Pick<ReturnType<typeof createIdempotency>, "forget">;
}

/** Whoever reads META still finds it until all else is gone, so an erasure that was cut off can be repeated. */
export function createErasure({ table, cache, log, idempotency }: Erasure): Store["eraseDebate"] {
  return async (debate: DebateKey) => {
    const pk = debateKey(debate);
    for (const pointer of await itemsUnder(table, pk, POINTER))
      await idempotency.forget(debate.tenant, pointer.key as string);
    await table.removeAll(pk, [META]);
    await table.remove({ PK: pk, SK: META });
    log.forget(debate);
    cache.deletePartition(pk);
  };
}
