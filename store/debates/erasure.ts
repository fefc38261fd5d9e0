/** Erases a debate: its shares and the idempotency records that point at it, then all it is made of, META last. */

import { SHARES } from "../../domain/records/kinds.ts";
import { SHARE_TOKENS } from "../../domain/records/outside-debates.ts";
import type { createIdempotency } from "../idempotency.ts";
import type { createLog } from "../log/log.ts";
import type { DebateKey } from "../port/debates.ts";
import type { Store } from "../port.ts";
import type { Cache } from "../table/cache.ts";
import { debateKey, META, POINTER } from "../table/keys.ts";
import { itemsUnder } from "../table/queries.ts";
import type { Table } from "../table/table.ts";

interface Erasure {
  table: Table;
  cache: Cache;
  records: Store["records"];
  logs: ReturnType<typeof createLog>;
  requests: ReturnType<typeof createIdempotency>;
}

/** META is removed last, so an interrupted erasure can be repeated. */
export function createErasure({ table, cache, records, logs, requests }: Erasure): Store["eraseDebate"] {
  return async (debate: DebateKey) => {
    const pk = debateKey(debate);
    for (const { id, hash } of await records.list(debate, SHARES, {})) {
      await records.remove(debate, SHARES, { id });
      await records.remove({ hash }, SHARE_TOKENS, {});
    }
    for (const pointer of await itemsUnder(table, pk, POINTER))
      await requests.forget(debate.tenant, pointer.key as string);
    await table.removeAll(pk, [META]);
    await table.remove({ PK: pk, SK: META });
    logs.forget(debate);
    cache.deletePartition(pk);
  };
}
