/** The store: one DynamoDB table behind the port. */
import { createApiKeys } from "./api-keys.ts";
import { createCache } from "./cache.ts";
import { createConfigs } from "./configs.ts";
import { createDebates } from "./debates.ts";
import { createDecisions } from "./decisions.ts";
import { createDeltas } from "./deltas.ts";
import { createErasure } from "./erasure.ts";
import { createExtras } from "./extras.ts";
import { createForks } from "./forks.ts";
import { createIdempotency } from "./idempotency.ts";
import { createImports } from "./imports.ts";
import { listDebates } from "./listing.ts";
import { createLog } from "./log.ts";
import { createNotes } from "./notes.ts";
import { createOpenDebates } from "./open-debates.ts";
import { createOrphans } from "./orphans.ts";
import type { DebateKey } from "./port/debates.ts";
import type { Store } from "./port.ts";
import { createQuestions } from "./questions.ts";
import { createRejudgements } from "./rejudgements.ts";
import { ensureTable } from "./schema.ts";
import { createTable, type TableOptions } from "./table.ts";
import { createTemplates } from "./templates.ts";
import { createTurnVectors } from "./turn-vectors.ts";
import { createTurns } from "./turns.ts";
import { createWebhooks } from "./webhooks.ts";

export interface StoreOptions extends TableOptions {
  /** Megacharacters of immutable texts (configurations, turns) to keep; 32 unless told. */
  cacheSize?: number;
  /** Debates whose place in the log is kept; 500 unless told. */
  appenders?: number;
}

export interface TableStore extends Store {
  /** Creates the table unless it is there, and waits until it is active. */
  ensureTable(): Promise<void>;
  /** Ends all followers and closes the connections. */
  close(): void;
}

/**
 * A store over one table. Every method throws a `ParleyError`: `unavailable` when the engine does not answer (the
 * same call may be repeated: every write is idempotent), `internal` when it refuses a request.
 */
export function createStore(options: StoreOptions): TableStore {
  const table = createTable(options);
  const cache = createCache((options.cacheSize ?? 32) * 1_000_000);
  const turns = createTurns(table, cache);
  const openDebates = createOpenDebates(table);
  const ended = createOpenDebates(table, "ENDED");
  const debates = createDebates(table, createConfigs(table, cache), { ...turns, open: openDebates, ended });
  const idempotency = createIdempotency(table);
  const log = createLog({ table, turns, appenders: options.appenders ?? 500 });
  const parts = {
    ...debates,
    ...turns,
    ...createQuestions(table),
    ...createExtras(table, cache),
    ...createNotes(table, cache),
    ...createDecisions(table),
    ...createRejudgements(table),
    ...createTurnVectors(table),
    log,
    openDebates,
    deltas: createDeltas(table, ended),
    ...createOrphans(table, { ...debates, log, openDebates, ended }),
    templates: createTemplates(table),
    webhooks: createWebhooks(table),
    apiKeys: createApiKeys(table),
    idempotency,
    eraseDebate: createErasure({ table, cache, log, idempotency }),
    async discardDebate(key: DebateKey) {
      log.forget(key);
      await debates.discardDebate(key);
    },
  };
  return {
    ...parts,
    ...createImports(table, parts),
    ...createForks(table, parts),
    listDebates: (query) => listDebates(table, query),
    ping: () => table.ping(),
    ensureTable: () => ensureTable(table),
    close() {
      log.close();
      table.close();
    },
  };
}
