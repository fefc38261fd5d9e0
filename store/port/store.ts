/**
 * What Parley needs of a store. `createStore` implements it over one DynamoDB table; `tests/store` is its contract, run
 * against each engine.
 */

import type { DebateConfig } from "../../domain/shapes/plan/config.plan.ts";
import type { DebateState } from "../../domain/shapes/state/state.ts";
import type { BacklogStore } from "./backlogs.port.ts";
import type {
  DebateImport,
  DebateKey,
  DebateListing,
  DebatePrefix,
  DebateRecord,
  ListQuery,
  MetaChange,
} from "./debates.port.ts";
import type { FileStore } from "./files.port.ts";
import type { IdempotencyStore } from "./idempotency.port.ts";
import type { EventLog } from "./log.port.ts";
import type { QuotaStore } from "./quotas.port.ts";
import type { RecordStore } from "./records.port.ts";
import type { ShelfStore } from "./shelves.port.ts";
import type { Upkeep } from "./upkeep.ts";

export interface Store {
  log: EventLog;
  records: RecordStore;
  files: FileStore;
  idempotency: IdempotencyStore;
  /** Whatever ends a debate in this store settles it there. */
  quotas: QuotaStore;
  shelves: ShelfStore;
  backlogs: BacklogStore;
  upkeep: Upkeep;
  /**
   * Creates CONFIG and what the debate has from the beginning, then META if absent. False when the debate exists, or when
   * another export of it is being imported.
   */
  createDebate(record: DebateRecord, from?: DebatePrefix | DebateImport): Promise<boolean>;
  /** Removes a debate whose workflow never started. */
  discardDebate(key: DebateKey): Promise<void>;
  /** Removes everything of a debate that is over, its idempotency records too, META last: it may be repeated. */
  eraseDebate(key: DebateKey): Promise<void>;
  getDebate(key: DebateKey): Promise<DebateRecord | null>;
  /** Changes what META lists. Nothing happens when the debate is gone. */
  markDebate(key: DebateKey, change: MetaChange): Promise<void>;
  /** Includes assigned positions. */
  getConfig(key: DebateKey): Promise<DebateConfig | null>;
  /** Stores another configuration and returns its revision. It applies as soon as a state names it. */
  putConfig(key: DebateKey, config: DebateConfig): Promise<string>;
  /** Writes the state, and the configuration that it names, unless a version at least as new is stored. */
  putState(input: DebateKey & { version: number; state: DebateState }): Promise<void>;
  /**
   * Ends a debate whose workflow is closed: appends the terminal event if it is missing, and computes META from the log.
   * Nothing changes META after that. May be repeated, also by several processes at once.
   */
  endOrphan(key: DebateKey, ending: { at: string; reason: string }): Promise<void>;
  listDebates(query: ListQuery): Promise<DebateListing>;
  /** Counts one more request of a window and returns their number; the count goes some time after `endsAt`. */
  countRequest(input: { id: string; window: string; endsAt: Date }): Promise<number>;
  /** Throws when the engine does not answer. */
  ping(): Promise<void>;
}
