/** Erases a debate: its shares, its known outcome and the answers of idempotency records that point at it, then all it is made of, META last. */

import { ERASED, SHARE_TOKENS } from "../../domain/around/outside-records.ts";
import { SHARES } from "../../domain/play/records/kinds.record.ts";
import type { createLog } from "../log/log.ts";
import type { DebateKey } from "../port/debates.port.ts";
import type { Store } from "../port/store.ts";
import { forgetCases } from "../records/known-cases.records.ts";
import type { createIdempotency } from "../requests/idempotency.requests.ts";
import type { Cache } from "../table/cache.ts";
import { debateKey, META } from "../table/keys.table.ts";
import type { Table } from "../table/table.ts";

interface Erasure {
  table: Table;
  cache: Cache;
  records: Store["records"];
  logs: ReturnType<typeof createLog>;
  requests: ReturnType<typeof createIdempotency>;
  shelves: Store["shelves"];
}

/** Seconds. No request is repeated under its key after a day; the rest is for clocks that differ. */
const REMEMBERED = 90_000;

/** META is removed last, so an interrupted erasure can be repeated. */
export function createErasure({ table, cache, records, logs, requests, shelves }: Erasure): Store["eraseDebate"] {
  return async (debate: DebateKey) => {
    const pk = debateKey(debate);
    for (const { id, hash } of await records.list(debate, SHARES, {})) {
      await records.remove(debate, SHARES, { id });
      await records.remove({ hash }, SHARE_TOKENS, {});
    }
    await records.put(debate, ERASED, Math.ceil(Date.now() / 1000) + REMEMBERED);
    await forgetCases(records, debate);
    await requests.endOf(debate);
    await table.removeAll(pk, [META]);
    await table.remove({ PK: pk, SK: META });
    await shelves.remove({ tenant: debate.tenant, of: "debates" }, debate.debateId);
    logs.forget(debate);
    cache.deletePartition(pk);
  };
}
