/** The store: one DynamoDB table behind the port. */
import { createBacklogs } from "./backlogs.store.ts";
import { createBeginnings } from "./debates/beginnings.ts";
import { createConfigs } from "./debates/configs.ts";
import { createDebates } from "./debates/debates.ts";
import { createErasure } from "./debates/erasure.ts";
import { listDebates } from "./debates/listing.ts";
import { createOpenDebates } from "./debates/open-debates.ts";
import { createOrphanEnder } from "./debates/orphans.debates.ts";
import { type BucketOptions, createBucketOriginals } from "./files/bucket.file-store.ts";
import { createFiles } from "./files/files.file-store.ts";
import { createTableOriginals } from "./files/originals.ts";
import { createLog } from "./log/log.ts";
import type { DebateKey } from "./port/debates.port.ts";
import type { Store } from "./port/store.ts";
import { createQuotas } from "./quotas.store.ts";
import { keepImages } from "./records/images.ts";
import { createRecords } from "./records/records.ts";
import { createIdempotency } from "./requests/idempotency.requests.ts";
import { createShelves } from "./shelves.store.ts";
import { createStock } from "./stock.ts";
import { createCache } from "./table/cache.ts";
import { createExpiredItems } from "./table/expired.ts";
import { debateKey, rateKey } from "./table/keys.table.ts";
import { ensureTable } from "./table/schema.table.ts";
import { createTable, type TableOptions } from "./table/table.ts";

export interface StoreOptions extends TableOptions {
  /** Megacharacters of immutable texts (configurations, turns) to keep; default 16. */
  cacheSize?: number;
  /** Debates whose place in the log is kept; default 500. */
  appenders?: number;
  /** Seconds for which text deltas stay in the log, at least six hours; default a day. */
  deltasKeptSeconds?: number;
  /** Where the bytes of files go; missing or null: into the table. */
  bucket?: BucketOptions | null;
}

export interface TableStore extends Store {
  /** Creates the table unless it is there, and waits until it is active. */
  ensureTable(): Promise<void>;
  /** Ends all followers and closes the connections. */
  close(): void;
}

/** Seconds. */
const DAY = 86_400;
/** Seconds that a count of requests outlives its window, for clocks that differ. */
const COUNT_GRACE = 300;

/**
 * A store over one table. Every method throws a `ParleyError`: `unavailable` when the engine does not answer (the
 * same call may be repeated: every write is idempotent), `internal` when it refuses a request.
 */
export function createStore(options: StoreOptions): TableStore {
  const table = createTable(options);
  const cache = createCache((options.cacheSize ?? 16) * 1_000_000);
  const records = createRecords(table, cache, (debate) => logs.catchUp(debate));
  const open = createOpenDebates(table);
  const getDebate: Store["getDebate"] = (key) => debates.getDebate(key);
  const quotas = createQuotas(table, { getDebate });
  const configs = createConfigs(table, cache, records);
  const debates = createDebates(table, configs, { records, quotas, open });
  const requests = createIdempotency(table);
  const shelves = createShelves(table, createStock(table, records));
  const inTable = createTableOriginals(records);
  const originals = options.bucket ? createBucketOriginals(options.bucket, inTable) : inTable;
  const { files, settle: settleFiles } = createFiles({ table, cache, records, originals });
  const logs = createLog({
    table,
    records,
    appenders: options.appenders ?? 500,
    deltasKept: options.deltasKeptSeconds ?? DAY,
  });
  const parts = {
    ...debates,
    records,
    files,
    log: logs.log,
    quotas,
    shelves,
    backlogs: createBacklogs(table),
    idempotency: requests.idempotency,
    async discardDebate(key: DebateKey) {
      logs.forget(key);
      cache.deletePartition(debateKey(key));
      await debates.discardDebate(key);
      await shelves.remove({ tenant: key.tenant, of: "debates" }, key.debateId);
    },
  };
  return {
    ...parts,
    createDebate: createBeginnings(table, parts),
    async putConfig(key, config) {
      await keepImages(parts, key, config);
      return debates.putConfig(key, config);
    },
    eraseDebate: createErasure({ table, cache, records, logs, requests, shelves }),
    endOrphan: createOrphanEnder(table, { ...parts, open }),
    upkeep: {
      list: open.list,
      register: open.register,
      forget: open.forget,
      removeExpired: createExpiredItems(table),
      settleFiles,
    },
    listDebates: (query) => listDebates(table, query),
    countRequest: ({ id, window, endsAt }) =>
      table.increment({ ...rateKey(id, window), expiresAt: Math.ceil(endsAt.getTime() / 1000) + COUNT_GRACE }),
    ping: () => table.ping(),
    ensureTable: () => ensureTable(table),
    close() {
      logs.close();
      originals.close();
      table.close();
    },
  };
}
